#!/bin/sh
# Starts a throwaway Postgres server, sets TEST_DATABASE_URL and runs the given command:
#   sh internal/scripts/with-postgres.sh npm test
# Needs Debian's `postgresql` or any initdb and postgres on the PATH or under /usr/lib/postgresql.
set -eu

programs=$(dirname "$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1)")
if [ ! -x "$programs/initdb" ]; then
  echo "No Postgres here. On Debian: apt-get install -y postgresql" >&2
  exit 1
fi

folder=$(mktemp -d)
port=${TEST_POSTGRES_PORT:-54329}

# Postgres refuses to run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then su "$owner" -s /bin/sh -c "$1"; else sh -c "$1"; fi
}
owner=$(id -un)
if [ "$(id -u)" = 0 ]; then
  owner=$(id -un postgres 2>/dev/null || echo nobody)
  chown "$owner" "$folder"
fi

stop() {
  as_owner "'$programs/pg_ctl' -D '$folder/data' -m immediate stop >/dev/null 2>&1" || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

as_owner "'$programs/initdb' -D '$folder/data' -U docent --auth=trust --encoding=UTF8 --no-sync >/dev/null"
as_owner "'$programs/pg_ctl' -D '$folder/data' -w -t 60 -l '$folder/log' \
  -o '-p $port -k $folder -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200' start >/dev/null" || {
  cat "$folder/log" >&2
  exit 1
}

TEST_DATABASE_URL="postgres://docent@127.0.0.1:$port/postgres"
TEST_POSTGRES_DATA="$folder/data"
export TEST_DATABASE_URL TEST_POSTGRES_DATA
"$@"
