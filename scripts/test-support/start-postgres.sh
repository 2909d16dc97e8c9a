#!/usr/bin/env bash
# A throw-away PostgreSQL for tests, on loopback alone, with a password made up for it. As root it runs as user postgres.
#   start-postgres.sh start FOLDER [PORT]   makes a cluster in FOLDER (new or empty), starts it and prints its URL
#   start-postgres.sh stop FOLDER           stops it and removes FOLDER
# It does not wait for the disk (fsync=off). Tests kill clients and the server, never the machine, so what a crash loses stays the same.
set -Eeuo pipefail

usage="usage: start-postgres.sh start FOLDER [PORT] | stop FOLDER"
action=${1:?$usage}
folder=${2:?$usage}

# What the server's own user does, for a server refuses to run as root.
as_owner() {
  if [[ $(id -u) == 0 ]]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"); else "$@"; fi
}

newest_programs() {
  local initdb
  initdb=$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort --version-sort | tail -n 1)
  [[ -n $initdb ]] || initdb=$(command -v initdb) || {
    echo "PostgreSQL's server programs are missing: install the package postgresql." >&2
    exit 1
  }
  dirname "$initdb"
}

# Below the range from which the kernel lends ports, so that nobody is given it in between.
free_port() {
  local port
  while port=$((20000 + RANDOM % 12000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

start() {
  local programs port password
  programs=$(newest_programs)
  port=${1:-$(free_port)}
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  mkdir -p -m 0700 "$folder"
  [[ $(id -u) != 0 ]] || chown postgres: "$folder"
  (umask 077 && echo "$password" | as_owner tee "$folder/password" >/dev/null)
  as_owner "$programs/initdb" --pgdata="$folder/data" --username=postgres --auth=scram-sha-256 \
    --pwfile="$folder/password" --encoding=UTF8 --locale=C.UTF-8 >"$folder/initdb.log"
  rm "$folder/password"
  as_owner "$programs/pg_ctl" --pgdata="$folder/data" --log="$folder/server.log" --wait --silent \
    --options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='$folder' -c max_connections=300 -c fsync=off -c full_page_writes=off -c autovacuum=off -c jit=off" \
    start >"$folder/start.log" || { cat "$folder/start.log" "$folder/server.log" >&2; exit 1; }
  echo "postgres://postgres:$password@127.0.0.1:$port/postgres"
}

stop() {
  as_owner "$(newest_programs)/pg_ctl" --pgdata="$folder/data" --mode=immediate --wait --silent stop
  rm -rf "$folder"
}

case $action in
  start) start "${3:-}" ;;
  stop) stop ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
