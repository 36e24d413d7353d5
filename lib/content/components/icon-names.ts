/**
 * Names of Font Awesome and of Starlight that pages use, each followed by Lucide's name for the same icon. Names that
 * Lucide has too are left out, and so are names whose first words are a name of Lucide.
 */
const FONT_AWESOME = new Map(
  `
  add-document file-plus, address-book contact, address-card contact, alarm-exclamation alarm-clock, alien-8bit bot,
  angle-down chevron-down, angle-left chevron-left, angle-right chevron-right, angle-up chevron-up,
  angles-down chevrons-down, angles-left chevrons-left, angles-right chevrons-right, angles-up chevrons-up,
  api braces, approve-check check, approve-check-circle circle-check, archway landmark, arrow-down-1-9 arrow-down-0-1,
  arrow-down-9-1 arrow-down-1-0, arrow-down-short-wide arrow-down-narrow-wide,
  arrow-down-wide-short arrow-down-wide-narrow, arrow-pointer mouse-pointer, arrow-progress milestone,
  arrow-right-arrow-left arrow-left-right, arrow-right-from-bracket log-out, arrow-right-to-bracket log-in,
  arrow-rotate-left rotate-ccw, arrow-rotate-right rotate-cw, arrow-trend-down trending-down,
  arrow-trend-up trending-up, arrow-turn-down corner-right-down, arrow-turn-up corner-left-up,
  arrow-up-1-9 arrow-up-0-1, arrow-up-9-1 arrow-up-1-0, arrow-up-arrow-down arrow-up-down,
  arrow-up-from-bracket upload, arrow-up-short-wide arrow-up-narrow-wide, arrow-up-wide-short arrow-up-wide-narrow,
  arrows-down-to-line arrow-down-to-line, arrows-exchange arrow-left-right, arrows-left-right arrow-left-right,
  arrows-left-right-to-line unfold-horizontal, arrows-maximize maximize, arrows-rotate refresh-cw,
  arrows-spin refresh-cw, arrows-split-up-and-left split, arrows-to-circle crosshair, arrows-to-dot crosshair,
  arrows-turn-right redo, arrows-turn-to-dots milestone, arrows-up-down arrow-up-down, arrows-up-down-left-right move,
  arrows-up-to-line arrow-up-to-line, at at-sign, audio-description captions, backward rewind,
  backward-fast skip-back, backward-step skip-back, bag-shopping shopping-bag, balance-scale scale,
  ban-smoking cigarette-off, bank landmark, bars menu, bars-progress list-todo, bars-staggered align-left,
  basket-shopping shopping-basket, battery-half battery-medium, battery-quarter battery-low,
  battery-three-quarters battery-medium, bell-concierge concierge-bell, bezier-curve spline, blog rss,
  bolt-lightning zap, books library, border-all grid-2x2, border-none square-dashed, box-archive archive,
  box-open package-open, brackets-curly braces, bread-slice sandwich, browser app-window, browsers app-window,
  bucket paint-bucket, bugs bug, building-columns landmark, bullhorn megaphone, bullseye target,
  bullseye-pointer mouse-pointer-click, burger hamburger, burst sparkle, calendar-alt calendar-days,
  calendar-xmark calendar-x, camcorder video, camera-cctv cctv, campground tent, caret-down chevron-down,
  caret-left chevron-left, caret-right chevron-right, caret-up chevron-up, cart shopping-cart, cart-flatbed forklift,
  cash-register receipt, chair armchair, chalkboard presentation, champagne-glasses wine, charging-station ev-charger,
  chart chart-column, chart-simple chart-bar, check-double check-check, check-to-slot vote, child baby,
  circle-1 circle-dot, circle-2 circle-dot, circle-3 circle-dot, circle-4 circle-dot, circle-5 circle-dot,
  circle-6 circle-dot, circle-7 circle-dot, circle-dollar circle-dollar-sign, circle-dollar-to-slot hand-coins,
  circle-down circle-arrow-down, circle-exclamation circle-alert, circle-half-stroke contrast, circle-info info,
  circle-left circle-arrow-left, circle-nodes waypoints, circle-notch loader-circle,
  circle-question circle-question-mark, circle-radiation radiation, circle-right circle-arrow-right,
  circle-up circle-arrow-up, circle-xmark circle-x, city building-2, clock-rotate-left history, clone copy, close x,
  closed-captioning captions, cloud-arrow-down cloud-download, cloud-arrow-up cloud-upload, code-branch git-branch,
  code-commit git-commit-horizontal, code-compare git-compare, code-fork git-fork, code-merge git-merge,
  code-pull-request git-pull-request, cogs cog, coin coins, comment message-circle, comment-alt message-square,
  comment-dots message-circle-more, comments message-circle, compact-disc disc, compass-drafting drafting-compass,
  compress minimize-2, computer-mouse mouse, couch sofa, crosshairs crosshair, cube box, cubes boxes,
  cursor mouse-pointer, desktop monitor, dharmachakra ship-wheel, diagram workflow, diagram-subtask list-tree,
  diamond-turn-right navigation, dice dices, dice-five dice-5, dice-four dice-4, dice-one dice-1, dice-six dice-6,
  dice-three dice-3, dice-two dice-2, display monitor, document file-text, dolly forklift, dove bird,
  down-arrow arrow-down, down-caret chevron-down, down-left-and-up-right-to-center minimize-2, down-long arrow-down,
  draw-polygon vector-square, dungeon castle, earth-americas globe, elephant paw-print, envelope mail,
  envelope-circle-check mail-check, envelope-open mail-open, envelopes-bulk mails, equals equal, error circle-x,
  ethernet ethernet-port, exchange-alt arrow-left-right, exclamation circle-alert,
  exclamation-triangle triangle-alert, explosion bomb, external external-link, eye-dropper pipette, face smile,
  face-dizzy frown, face-frown frown, face-laugh laugh, face-meh meh, face-sad frown, face-tired frown,
  file-arrow-down file-down, file-arrow-up file-up, file-contract file-check, file-csv file-spreadsheet,
  file-excel file-spreadsheet, file-export file-output, file-import file-input, file-invoice receipt-text,
  file-lines file-text, file-pdf file-text, file-powerpoint presentation, file-word file-text, file-xml file-code,
  file-zipper file-archive, fill paint-bucket, fire flame, flask flask-conical, floppy-disk save,
  folder-arrow-up folder-up, font type, forward-fast skip-forward, forward-slash slash, forward-step skip-forward,
  function square-function, futbol volleyball, gas-pump fuel, gear cog, gears cog, gifts gift,
  greater-than chevron-right, grid-2 grid-2x2, grid-round grid-2x2, grip-lines grip-horizontal,
  grip-lines-vertical grip-vertical, group-arrows-rotate users, hand-holding hand-helping,
  hand-holding-dollar hand-coins, hand-holding-heart hand-heart, hand-point-down pointer, hand-point-left pointer,
  hand-point-right pointer, hand-point-up pointer, hand-pointer pointer, hands-holding hand-helping, hashtag hash,
  hat-wizard wand, helmet-safety hard-hat, hexagon-nodes waypoints, i-cursor text-cursor, icons shapes,
  id-badge id-card, industry factory, information info, input-pipe text-cursor-input, jet-fighter plane,
  kitchen-set cooking-pot, land-mine-on bomb, language languages, layer-group layers, left-arrow arrow-left,
  left-caret chevron-left, left-long arrow-left, left-right arrow-left-right, less-than chevron-left,
  life-ring life-buoy, lightning zap, link-slash unlink, list-format list, list-ol list-ordered, llama paw-print,
  location map-pin, location-arrow navigation, location-crosshairs locate-fixed, magic wand-sparkles,
  magnifier search, magnifying-glass search, magnifying-glass-chart chart-no-axes-combined,
  magnifying-glass-minus zoom-out, magnifying-glass-plus zoom-in, map-location map-pinned, map-marker map-pin,
  marker pen, mask venetian-mask, masks-theater drama, memo notepad-text, memory memory-stick, message message-circle,
  message-bot bot-message-square, message-dots message-circle-more, message-exclamation message-square-warning,
  message-lines message-square-text, messages messages-square, meteor rocket, microphone mic, mobile smartphone,
  money banknote, mug-hot coffee, mug-saucer coffee, not-equal equal-not, note-sticky sticky-note,
  notes-medical clipboard-plus, open-book book-open, outlet plug, pager smartphone, panorama image, paper-plane send,
  paragraph pilcrow, party-horn party-popper, passport book-user, paste clipboard-paste, pen-fancy pen-tool,
  pen-field text-cursor-input, pen-nib pen-tool, pen-ruler pencil-ruler, pen-to-square square-pen, people users,
  people-arrows arrow-left-right, person user, person-chalkboard presentation, person-running footprints,
  person-to-portal log-in, person-walking footprints, phone-volume phone-call, photo-film images, pills pill,
  plane-arrival plane-landing, plane-departure plane-takeoff, plug-circle-bolt plug-zap,
  prescription-bottle pill-bottle, print printer, pump-soap soap-dispenser-droplet, qrcode qr-code,
  question circle-question-mark, random shuffle, ranking-star trophy, record-vinyl disc-3,
  rectangle rectangle-horizontal, rectangle-code square-code, rectangle-history layers, rectangle-list list,
  rectangle-terminal square-terminal, rectangle-xmark square-x, redo-alt rotate-cw, refresh refresh-cw,
  retweet repeat-2, right-arrow arrow-right, right-caret chevron-right, right-from-bracket log-out,
  right-left arrow-left-right, right-long arrow-right, right-to-bracket log-in, ring gem, road-barrier construction,
  robot bot, robots bot, rotate refresh-cw, rotate-left rotate-ccw, rotate-right rotate-cw, ruble-sign russian-ruble,
  sack circle-dollar-sign, screen-users presentation, screencast screen-share, screwdriver wrench, seedling sprout,
  setting settings, share-all share-2, share-nodes share-2, shield-exclamation shield-alert, shoe-prints footprints,
  shop store, shower shower-head, shuttle-space rocket, sidebar-flip panel-right, sign-hanging signpost,
  sign-in-alt log-in, sign-out-alt log-out, signs-post signpost, sim-card card-sim, sitemap network,
  sliders-simple sliders-horizontal, smog haze, smoking cigarette, snake worm, snowman snowflake, sort arrow-up-down,
  sort-down arrow-down, sort-up arrow-up, spider bug, spinner loader, spinner-third loader-circle, spiral tornado,
  splotch droplet, square-binary binary, square-caret-down square-chevron-down, square-caret-left square-chevron-left,
  square-caret-right square-chevron-right, square-caret-up square-chevron-up, square-down square-arrow-down,
  square-envelope mail, square-left square-arrow-left, square-phone phone, square-poll-horizontal square-chart-gantt,
  square-poll-vertical square-chart-gantt, square-right square-arrow-right, square-root-variable square-radical,
  square-rss rss, square-share-nodes share-2, square-up square-arrow-up, square-up-right square-arrow-up-right,
  square-xmark square-x, star-of-life asterisk, sterling-sign pound-sterling, stopwatch timer, stream align-left,
  street-view map-pin, suitcase briefcase, suitcase-medical briefcase-medical, swatchbook swatch-book,
  switch toggle-left, sync refresh-cw, table-cells grid-3x3, table-cells-large grid-2x2, table-columns columns-2,
  table-list table-properties, tachometer gauge, tasks list-checks, temperature thermometer, template layout-template,
  text-size a-large-small, text-slash remove-formatting, thumbtack pin, toggle-off toggle-left,
  toggle-on toggle-right, tool wrench, tools wrench, tower-broadcast radio-tower, tower-cell radio-tower,
  traffic-light traffic-cone, train-subway train-front, train-tram tram-front, translate languages, trash-can trash-2,
  tree tree-deciduous, tree-city trees, triangle-exclamation triangle-alert, triangle-person-digging construction,
  trowel shovel, trowel-bricks brick-wall, truck-medical ambulance, turn-down corner-right-down,
  turn-up corner-left-up, undo-alt rotate-ccw, universal-access accessibility, up-arrow arrow-up, up-caret chevron-up,
  up-down arrow-up-down, up-down-left-right move, up-long arrow-up, up-right-and-down-left-from-center maximize-2,
  up-right-from-square external-link, user-astronaut user-round, user-doctor stethoscope, user-friends users,
  user-gear user-cog, user-graduate graduation-cap, user-robot bot, user-secret hat-glasses, user-slash user-x,
  user-xmark user-x, users-slash user-x, vial test-tube, vials test-tubes, volume-high volume-2, volume-low volume-1,
  volume-xmark volume-x, vr-cardboard rectangle-goggles, walkie-talkie radio, wand-magic-sparkles sparkles,
  warning triangle-alert, water waves, water-ladder waves-ladder, wave-pulse activity, wave-square activity,
  waveform audio-lines, wheelchair accessibility, wifi-exclamation wifi-off, window app-window, window-minimize minus,
  wine-bottle bottle-wine, x-ray scan, xmark x, yen-sign japanese-yen
  `
    .split(",")
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

const MAX_WORDS = 8;

/** Returns the Font Awesome names that have a drawing of Lucide. */
export function listFontAwesomeNames(): Iterable<string> {
  return FONT_AWESOME.keys();
}

/** Returns Lucide's name for a name of Font Awesome; any other name as it is. */
export function toLucideName(name: string): string {
  const known = name.toLowerCase();
  return FONT_AWESOME.get(known) ?? known;
}

/**
 * Returns the icon that is shown for a name: it itself, or else that of its first words, since what follows tells variants
 * apart (`microchip-ai`, `face-grin-stars`). One that is crossed out is never shown as the same thing whole.
 */
export function findIconName(name: string, isIcon: (name: string) => boolean): string | undefined {
  const words = splitWords(name).split("-", MAX_WORDS);
  const isCrossedOut = words.at(-1) === "slash";
  const bare = words.slice(0, -1).join("-");
  const shorter = isCrossedOut
    ? [`${bare}-off`, `${toLucideName(bare)}-off`]
    : words.slice(1).map((_, index) => words.slice(0, -1 - index).join("-"));
  return [name.toLowerCase(), splitWords(name), ...shorter].flatMap((each) => [toLucideName(each), each]).find(isIcon);
}

/** Converts `MessageSquareText`, as components of icon sets are called, to `message-square-text`. */
function splitWords(name: string): string {
  const isComponent = /^[A-Z]/.test(name) && !name.includes("-");
  return (isComponent ? name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])/g, "-") : name).toLowerCase();
}
