#!/bin/sh
# Prints what CHANGELOG.md says of a version: sh .github/release-notes.sh 1.0.0
# Exit code 1 where it says nothing: a release without notes is a mistake.
set -eu
: "${1:?is the version, such as 1.0.0}"
notes=$(awk -v version="$1" '/^## / { here = $2 == version; next } here' CHANGELOG.md)
if [ -z "$notes" ]; then
  echo "CHANGELOG.md has no section \"## $1\"." >&2
  exit 1
fi
printf '%s\n' "$notes"
