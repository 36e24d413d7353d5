"""Reads folders of Markdown and MDX and makes training pairs: a short text, and the passage that answers it."""
import hashlib
import os
import random
import re
from dataclasses import dataclass, field

LINK = re.compile(r"(?<!!)\[([^\[\]]{2,120})\]\(([^)\s]+)[^)]*\)")
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])")
HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
LONGEST_PASSAGE = 160
LONGEST_QUERY = 40
LARGEST_FILE = 400_000


@dataclass
class Section:
    headings: list
    raw: str

    @property
    def text(self):
        return clean(self.raw)


@dataclass
class Page:
    title: str
    description: str
    sections: list = field(default_factory=list)

    def intro(self):
        return next((s.text for s in self.sections if count(s.text) >= 8), "")


def read_pairs(folders, seed=7):
    """Yields (kind, source, query, passage); no pair twice. A folder is one source."""
    chance, seen = random.Random(seed), set()
    for source, folder in enumerate(folders):
        pages = read_pages(folder)
        for kind, query, passage in pairs_of(pages, chance):
            query, passage = cut(query, LONGEST_QUERY), cut(passage, LONGEST_PASSAGE)
            if count(query) < 1 or count(passage) < 6 or not (is_latin(query) and is_latin(passage)):
                continue
            key = hashlib.md5(f"{query.lower()}\0{passage.lower()}".encode()).digest()[:8]
            if key not in seen:
                seen.add(key)
                yield kind, source, query, passage


def read_pages(folder):
    pages = {}
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "node_modules")))
        for name in sorted(names):
            if not name.lower().endswith((".md", ".mdx", ".markdown")):
                continue
            path = os.path.join(root, name)
            if os.path.getsize(path) > LARGEST_FILE:
                continue
            with open(path, encoding="utf8", errors="replace") as file:
                pages[os.path.relpath(path, folder)] = parse(name, file.read())
    return pages


def parse(name, text):
    text = text.lstrip("\ufeff")
    front = re.match(r"^---\s*\n(.*?)\n---\s*\n", text, re.S)
    values = dict(re.findall(r"^(title|description):\s*[\"']?(.+?)[\"']?\s*$", front[1], re.M)) if front else {}
    body = text[front.end() :] if front else text
    body = re.sub(r"^[ \t]*(```+|~~~+).*?^[ \t]*\1[ \t]*$", " ", body, flags=re.S | re.M)
    body = re.sub(r"^(import|export) .*$", "", body, flags=re.M)
    page = Page(values.get("title", ""), clean(values.get("description", "")))
    trail, lines = [], []
    for line in body.split("\n") + ["# "]:
        match = HEADING.match(line) or (re.match(r"^(#) $", line) and ("", "#", ""))
        if not match:
            lines.append(line)
            continue
        page.sections.append(Section([heading for _, heading in trail], "\n".join(lines)))
        lines, depth, heading = [], len(match[1]), clean(match[2])
        trail = [(d, h) for d, h in trail if d < depth]
        if depth == 1:
            page.title = page.title or heading
        else:
            trail.append((depth, heading))
    page.title = page.title or re.sub(r"[-_]+", " ", name.rsplit(".", 1)[0])
    return page


def pairs_of(pages, chance):
    for path, page in pages.items():
        sections = [s for s in page.sections if count(s.text) >= 8]
        if not sections:
            continue
        yield "title", page.title, page.intro()
        if count(page.description) >= 4:
            yield "description", page.description, " ".join(s.text for s in sections[:4])
            yield "title", page.title, page.description
        for section in sections:
            yield from pairs_of_section(section, page, chance)
        for section in page.sections:
            yield from pairs_of_links(section, path, pages)


def pairs_of_section(section, page, chance):
    if section.headings:
        yield "path", " ".join([page.title, *section.headings[-2:]]), section.text
        yield "heading", section.headings[-1], section.text
    sentences = [s for s in SENTENCE.split(section.text) if count(s) >= 6]
    if len(sentences) >= 4:
        taken = chance.randrange(len(sentences))
        yield "sentence", sentences[taken], " ".join(sentences[:taken] + sentences[taken + 1 :])
    elif count(section.text) >= 25 and section.text != page.intro():
        yield "context", section.text, f"{page.title}. {page.description} {page.intro()}"


def pairs_of_links(section, path, pages):
    """The words of a link, and the sentence around it, lead to the section that it names."""
    for match in LINK.finditer(section.raw):
        target = find_target(path, match[2], pages)
        if not target:
            continue
        yield "anchor", clean(match[1]), target
        start = max(section.raw.rfind(". ", 0, match.start()), section.raw.rfind("\n\n", 0, match.start()), 0)
        end = section.raw.find(". ", match.end())
        around = section.raw[start : match.start()] + " " + section.raw[match.end() : end if end >= 0 else match.end() + 300]
        if count(clean(around)) >= 6:
            yield "link", clean(around[-500:]), target


def find_target(path, address, pages):
    file, _, anchor = address.partition("#")
    if re.match(r"^[a-z]+:", file):
        return None
    wanted = os.path.normpath(os.path.join(os.path.dirname(path), file.split("?")[0])) if file else path
    wanted = re.sub(r"\.(mdx?|markdown|html)$", "", wanted.strip("/"))
    page = next((pages[c] for c in (path if not file else "", f"{wanted}.md", f"{wanted}.mdx", f"{wanted}/index.md", f"{wanted}/index.mdx") if c in pages), None)
    if not page or page is pages.get(path) and not anchor:
        return None
    for section in page.sections:
        if section.headings and slug(section.headings[-1]) == anchor.lower():
            return f"{section.headings[-1]}. {section.text}"
    return f"{page.title}. {page.description} {page.intro()}"


def clean(text):
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = LINK.sub(r"\1", text)
    text = re.sub(r"<!--.*?-->|\{#[^}]*\}|\{\{.*?\}\}", " ", text, flags=re.S)
    text = re.sub(r"</?[A-Za-z][^>]{0,300}>", " ", text)
    text = re.sub(r"^\s*:::+.*$", " ", text, flags=re.M)
    text = re.sub(r"https?://\S+|[`*|>#\\]+", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def slug(heading):
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).strip().replace(" ", "-")


def count(text):
    return len(re.findall(r"[A-Za-z][\w'-]*", text))


def cut(text, words):
    return " ".join(text.split()[:words])


def is_latin(text):
    return sum(letter.isascii() for letter in text) > 0.95 * max(1, len(text))
