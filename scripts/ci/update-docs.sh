#!/bin/sh
# Tells a Docent site that its API description or its pages have changed, and waits until the change is live.
#
#   DOCENT_URL      address of the site with its base path, such as https://docs.example.com or https://example.com/handbook
#   DOCENT_PROJECT  project id from docent.config.ts
#   DOCENT_TOKEN    account token, made by: npm run keys -- create --kind account
#   DOCENT_TIMEOUT  seconds to wait for the end, 600 unless given
#
# Needs curl only. Exit code 0: live. 1: the update failed, its reason is printed. 2: could not be asked, or took too long.
set -eu

: "${DOCENT_URL:?is the address of the site, such as https://docs.example.com}"
: "${DOCENT_PROJECT:?is the project id from docent.config.ts}"
: "${DOCENT_TOKEN:?is an account token; make one with: npm run keys -- create --kind account}"
base="${DOCENT_URL%/}/v1/project"
deadline=$(($(date +%s) + ${DOCENT_TIMEOUT:-600}))
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The token goes in on standard input, so that no process list shows it.
call() {
  printf 'header = "Authorization: Bearer %s"\n' "$DOCENT_TOKEN" |
    curl --config - --silent --show-error --max-time 30 --output "$answer" --write-out '%{http_code}' "$@"
}

# Text of one member of a JSON object that has one member per line or none inside: enough for the flat members read here.
member() {
  sed -n 's/.*"'"$1"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p' "$answer" | sed 's/\\"/"/g; s/\\n/ /g; s/\\\\/\\/g' | head -n 1
}

# Why an answer is none that the script can use; what is no Docent gives no detail.
reason() {
  detail=$(member detail)
  echo "${detail:-there is no Docent at $DOCENT_URL. A site below a path needs that path in DOCENT_URL.}"
}

# The log lines, one a line, without those that were printed before and the one that the error begins with, which comes last.
printed=0
print_new_logs() {
  lines=$(sed -n 's/.*"logs":\[\(.*\)\],"changes".*/\1/p' "$answer" | sed 's/^"//; s/"$//; s/","/\
/g' | sed 's/\\"/"/g; s/\\\\/\\/g')
  [ -n "$lines" ] || return 0
  printf '%s\n' "$lines" | tail -n "+$((printed + 1))" | error=$(member error) awk 'index(ENVIRON["error"], $0) != 1'
  printed=$(printf '%s\n' "$lines" | wc -l)
}

status=$(call --request POST "$base/update/$DOCENT_PROJECT") || exit 2
if [ "$status" != 202 ]; then
  echo "The update was refused ($status): $(reason)" >&2
  exit 2
fi
id=$(member statusId)
echo "Update $id"

while :; do
  status=$(call "$base/update-status/$id") || status=000
  if [ "$status" = 200 ]; then
    print_new_logs
    case $(member status) in
      success) echo "Live: $(member summary)"; exit 0 ;;
      failure) echo "Failed: $(member error)" >&2; exit 1 ;;
    esac
  elif [ "$status" -ge 400 ] && [ "$status" -lt 500 ] && [ "$status" != 429 ]; then
    echo "The state of the update could not be read ($status): $(reason)" >&2
    exit 2
  fi
  if [ "$(date +%s)" -ge "$deadline" ]; then
    echo "The update did not end within ${DOCENT_TIMEOUT:-600} seconds." >&2
    exit 2
  fi
  sleep 1
done
