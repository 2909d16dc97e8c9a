import { checkSqlClient, checkSqlite } from '../checks/check-program-text.ts'
import { checkRedis } from '../checks/check-redis.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const psql: Profile = {
  options: `
      -[aAbeEHlLnqsStTwWxXz01] -c|--command=:pattern -d|--dbname= -h|--host=:host -p|--port= -U|--username= -F= -R=
      -P|--pset= -v|--set|--variable= --csv --tuples-only --no-align --expanded --quiet --no-psqlrc --list
      --echo-all --single-transaction -f|--file=:run -o|--output=:output -L=:output --log-file=:output`,
  operands: 'name name',
  effects: ['network'],
  check: checkSqlClient,
}
const mysql: Profile = {
  options: `
      -[ABbcCEfGHinNqrsStTvVwX] -e|--execute=:pattern -D|--database= -h|--host=:host -P|--port= -u|--user= -p=?
      --password=? --protocol= --batch --silent --table --skip-column-names --raw --vertical
      --default-character-set= -S=:read --socket=:read --pager=?:run --tee=:output --init-command=:run
      --defaults-file=:run --defaults-extra-file=:run --local-infile=?:gadget --plugin-dir=:run`,
  operands: 'name',
  effects: ['network'],
  check: checkSqlClient,
}

/** Clients of databases: queries are plain, meta-commands and statements that destroy or leave the database are not. */
export const databases: ProfileTable = {
  sqlite3: {
    options: `
        -readonly -header -noheader -csv -json -column -line -list -html -table -box -markdown -tabs -ascii -quote
        -batch -bail -echo -stats -safe -version -nofollow -separator= -nullvalue= -newline= -cmd=:run -init=:run
        -A=:gadget -vfs=:gadget -unsafe-testing:gadget -interactive:gadget`,
    style: 'single',
    operands: 'write data*',
    check: checkSqlite,
  },
  duckdb: {
    options: '-readonly -csv -json -c=:pattern -s=:pattern -markdown -init=:run -unsigned:gadget -cmd=:run',
    style: 'single',
    operands: 'write data*',
    check: checkSqlite,
  },
  psql,
  pgcli: psql,
  mysql,
  mariadb: mysql,
  'redis-cli': {
    options: `
        -h|--host=:host -p= -n= -a= --pass= -u=:gadget -r= -i= --raw --no-raw --csv --json --scan --pattern=
        --bigkeys --memkeys --hotkeys --stat --latency --tls --no-auth-warning -c -x:gadget --pipe:gadget
        --eval=:run --rdb=:output -3 -2`,
    style: 'posix',
    operands: 'data*',
    effects: ['network'],
    check: checkRedis,
  },
  mongosh: {
    options: '--quiet --norc --host=:host --port= --json=? -u= --eval=:code -f=:run --file=:run --shell:gadget',
    operands: 'gadget*',
    effects: ['network'],
    check: (call) => call.gadget(-1, 'evaluates JavaScript'),
  },
  mongo: {
    options: '--quiet --host=:host --port= --eval=:code',
    operands: 'gadget*',
    effects: ['network'],
    check: (call) => call.gadget(-1, 'evaluates JavaScript'),
  },
  pg_dump: {
    options: `
        -h=:host -p= -U= -d= -t= -n= -s -a -c -C -O -x --schema-only --data-only --no-owner --no-privileges -F=
        --format= -T= -v -j= -f=:output --file=:output`,
    operands: 'name',
    effects: ['network'],
  },
  pg_restore: {
    options: '-h=:host -p= -U= -d= -t= -l --list -v -j=',
    operands: 'read',
    gadget: 'changes a database',
    effects: ['network'],
  },
  mysqldump: {
    options:
      '-h=:host -P= -u= -p=? --no-data --single-transaction --databases --result-file=:output -r=:output --tab=:output',
    operands: 'name*',
    effects: ['network'],
  },
  pg_isready: { options: '-h=:host -p= -U= -d= -q -t=', effects: ['network'] },
  createdb: { options: '-h=:host -p= -U= -O= -E=', operands: 'name', effects: ['network'] },
  dropdb: { gadget: 'deletes a database', operands: 'gadget*' },
  mongodump: { operands: 'gadget*' },
  clickhouse: { operands: 'gadget*' },
  influx: { operands: 'gadget*' },
  prisma: {
    subcommands: {
      generate: { options: '--schema=:script --watch' },
      validate: { options: '--schema=:script' },
      format: { options: '--schema=:script' },
      version: {},
      studio: { gadget: 'opens a server', operands: '' },
      migrate: {
        subcommands: {
          status: { effects: ['network'] },
          dev: { options: '--name= -n= --create-only --skip-seed', effects: ['network'] },
          deploy: { gadget: 'changes a database', operands: '' },
          reset: { gadget: 'deletes the data', operands: '', options: '--force:gadget' },
        },
      },
      db: {
        subcommands: {
          pull: { effects: ['network'] },
          push: {
            gadget: 'changes a database',
            operands: '',
            options: '--accept-data-loss:gadget --force-reset:gadget',
          },
          seed: {},
        },
      },
    },
  },
}
