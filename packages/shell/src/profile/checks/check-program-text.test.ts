import { describe, expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { judgeShell } from '../../verdict/judge-shell.ts'

const unapproved = (program: string, text: string): string | null =>
  judgeShell(`${program} '${text.replaceAll("'", `'\\''`)}' file`, world).unapproved

describe('the text of a program', () => {
  it.each([
    ['awk', '{print $1}'],
    ['awk', '$3 >= 100 || /x/ {n++} END {print n}'],
    ['gawk', 'NR==1,NR==5'],
    ['sed -n', '1,40p'],
    ['sed', 's/[a-z]x/y\\/z/g; $d'],
    ['sed -E', 's|a(b)|\\1|; /^#/!p'],
    ['jq', '.scripts | keys[]'],
    ['yq eval', '.services'],
  ])('of %s runs contained if it only computes: %s', (program, text) => {
    expect(unapproved(program, text)).toBe('contained')
  })

  it.each([
    ['awk', 'BEGIN{x=/"/;system("touch pwn")}'],
    ['awk', '# system'],
    ['awk', '{print > "out"}'],
    ['awk', '{print >"out"}'],
    ['awk', '{print "id" | "sh"}'],
    ['awk', 'BEGIN{while(("id" |& getline l)>0)print l}'],
    ['gawk', 'BEGIN{f="sys" "tem";@f("id")}'],
    ['gawk', 'BEGIN{for(k in SYMTAB)print k}'],
    ['sed', 's/a/b/e'],
    ['sed', 's/a/b/w out'],
    ['sed -n', 'w out'],
    ['sed', '1!e id'],
    ['sed', 's/[/]w out/x/w y/'],
    ['sed', 's,a,b,;e id'],
    ['sed', 'r other'],
    ['sed', '$!{e id\n}'],
    ['jq', 'env'],
    ['jq', '#"\nenv#"'],
    ['jq', '$ ENV'],
    ['jq', 'include "x"; .'],
    ['yq', 'load("x")'],
    ['yq', 'eval("x")'],
  ])('of %s asks if it mentions more anywhere: %s', (program, text) => {
    expect(unapproved(program, text)).toBeNull()
  })

  it.each([
    ['sqlite3 a.db', 'select * from t where a = "x"', true],
    ['sqlite3 a.db', '.tables', true],
    ['sqlite3 a.db', `select "'"; drop table t; --'`, false],
    ['sqlite3 a.db', 'select 1\n.shell id', false],
    ['sqlite3 a.db', '.tables\n.shell id', false],
    ['sqlite3 a.db', 'drop table t', false],
    ['psql -c', "select 'drop table'", true],
    ['psql -c', '\\d users', true],
    ['psql -c', '\\! id', false],
    ['psql -c', 'with x as (delete from t returning *) select * from x', false],
    ['psql -c', 'select pg_read_file($$/etc/passwd$$)', false],
    ['psql -c', "select /*'*/ 1; drop table users; /*'*/", false],
    ['psql -c', 'explain analyze insert into t values (1)', false],
    ['mysql -e', `select '\\''; drop table x; -- '`, false],
    ['mysql -e', "select 1 into outfile '/tmp/x'", false],
    ['mysql -e', 'show tables', true],
  ])('of %s is covered by the bare rule only as one plain statement: %s', (program, text, covered) => {
    const line = `${program} '${text.replaceAll("'", `'\\''`)}'`
    const rule = program.split(' ')[0] ?? ''
    expect(judgeShell(line, { ...world, allow: [rule] }).verdict === 'allow').toBe(covered)
  })
})
