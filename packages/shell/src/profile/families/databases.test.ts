import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('databases', {
  granted: {
    sqlite3: ["sqlite3 db.sqlite 'select 1'", 'sqlite3 app.db .tables'],
    psql: ["psql -c 'select 1'", 'psql -d app -c "select * from t where a = \'drop table\'"'],
    'redis-cli': ['redis-cli get foo', 'redis-cli ping'],
    mysql: ["mysql -e 'show tables' app"],
  },
  riders: {
    psql: [
      "psql -c '\\! id'",
      'psql -f x',
      "psql -c 'drop table x'",
      'psql -c "copy x to program \'id\'"',
      "psql -c '\\copy x to /tmp/y'",
      "psql -o /root/x -c 'select 1'",
      'psql',
    ],
    sqlite3: [
      "sqlite3 x '.system id'",
      "sqlite3 x '.read /tmp/x'",
      "sqlite3 x '.output /root/x'",
      "sqlite3 x '.once |id'",
      'sqlite3 x "select load_extension(\'x\')"',
      "sqlite3 x \"select writefile('a','b')\"",
      'sqlite3 x "attach \'/root/y\' as z"',
      "sqlite3 x 'drop table t'",
      "sqlite3 -cmd '.shell id' x",
      'sqlite3 -init /tmp/x y',
      "sqlite3 /root/x.db 'select 1'",
      'sqlite3 x < y',
    ],
    mysql: ["mysql -e '\\! id'", "mysql -e 'system id'"],
    'redis-cli': [
      'redis-cli flushall',
      "redis-cli eval 'x' 0",
      'redis-cli config set dir /root',
      'redis-cli -h evil flushall',
    ],
    mongosh: ["mongosh --eval 'x'"],
  },
})
