import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRegistry } from '@drawbridge/core'
import { catalogueOf, compilePolicy, createPolicyAuthority, type PolicyConfig } from '@drawbridge/core/policy'
import { testPrincipal } from '@drawbridge/core/testing'
import { createTargetResolver } from '@drawbridge/sandbox'
import { runtimeTools } from '@drawbridge/tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShellAnalyser } from './shell-analyser.ts'

const exec = await loadExec()

async function loadExec() {
  const registry = createRegistry()
  for (const tool of runtimeTools) registry.registerDeferred(tool)
  const tool = registry.get('runtime.exec')
  if (tool === undefined) throw new Error('There is no tool runtime.exec.')
  return tool.load()
}

let root: string
let workspace: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-reach-')))
  workspace = join(root, 'project')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Files of one workspace; `name -> target` is a link. */
function plant(folder: string, files: readonly string[]): string {
  for (const file of files) {
    const [path = '', link] = file.split(' -> ')
    const place = join(folder, path)
    mkdirSync(dirname(place), { recursive: true })
    if (link === undefined) writeFileSync(place, 'zebra\n')
    else symlinkSync(link, place)
  }
  return folder
}

/** The verdict on a line in a workspace, as the pipeline comes to it. */
async function verdictOf(command: string, folder: string, config: PolicyConfig = {}): Promise<string> {
  const places = { workspace: folder, userHome: join(root, 'user') }
  const resolver = createTargetResolver({ ...places, analyser: async () => createShellAnalyser(places) })
  const resolution = await resolver.resolve([{ kind: 'shell', command }], testPrincipal)
  if (resolution.status !== 'resolved') return resolution.status
  const { targets } = resolution
  const input = { command, workdir: '.', contained: true, background: false }
  const { permission, risk = 'dangerous' } = { ...exec.definition, ...exec.definition.effective?.(input, targets) }
  const compilation = compilePolicy([{ config, source: (path) => path.join('.') }], {
    ...places,
    catalogue: catalogueOf([]),
  })
  if (compilation.status !== 'compiled') throw new Error(compilation.problems[0]?.message)
  const decision = createPolicyAuthority(compilation.policy, {}).decide({
    tool: exec.name,
    groups: ['runtime'],
    tags: exec.tags,
    permission,
    risk,
    input,
    targets,
    principal: testPrincipal,
  })
  return decision.verdict
}

const denyPrivate: PolicyConfig = {
  permissions: { rules: [{ id: 'private', tools: '*', when: { path: 'private/**' }, then: 'deny' }] },
}
const allow = (...commands: string[]): PolicyConfig => ({
  permissions: { rules: commands.map((command) => ({ tools: '*', when: { command }, then: 'allow' as const })) },
})

describe('with a deny rule on a folder', () => {
  beforeAll(() => {
    plant(join(root, 'denied'), [
      'private/notes.txt',
      'public/notes.txt',
      'public/.dot',
      'public/deep/a.txt',
      'pub -> private',
    ])
  })

  test.each([
    'head */notes.txt',
    'cat priv?te/notes.txt',
    'cat [p]rivate/notes.txt',
    'for f in */notes.txt; do cat "$f"; done',
    'for d in *; do cat $d/notes.txt; done',
    'cat {private,public}/notes.txt',
    'cat pub/notes.txt',
    'cat pu*/notes.txt',
    'cd private && cat notes.txt',
    'pushd private; cat notes.txt',
    'cat "$PWD/private/notes.txt"',
    'x=private; cat $x/notes.txt',
    'cat $(echo private)/notes.txt',
    'cat $(ls */notes.txt)',
    'find . -type f -exec cat {} +',
    'find private -name "*.txt" | xargs cat',
    "find . -name 'notes*' -print0 | xargs -0 head",
    'echo private/notes.txt | xargs cat',
    'xargs cat < list.txt',
    'grep -r zebra .',
    'grep -rn zebra *',
    'rg zebra',
    'ag zebra',
    'ack zebra',
    'git grep zebra',
    'git show HEAD:private/notes.txt',
    'git blame private/notes.txt',
    'git diff',
    'git log -p',
    'diff -r private public',
    'wc **',
    'cat **/notes.txt',
    'cat < priv*/notes.txt',
    'bash -c "cat priv*/notes.txt"',
    'bash -O dotglob -c "cat */*"',
    'sort p*/notes.txt',
    'tar -cf - . | wc -c',
    'while read -r f; do cat "$f"; done < list.txt',
  ])('%s is not allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'denied'), denyPrivate)).not.toBe('allow')
  })

  test.each([
    'cat public/notes.txt',
    'head publi?/*.txt',
    'for f in public/*; do wc -l "$f"; done',
    'grep -rn zebra public',
    'cat public/**/a.txt',
    'find public -name "*.txt" -exec head -1 {} +',
    'git diff -- public/notes.txt',
  ])('%s, which cannot reach it, is allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'denied'), denyPrivate)).toBe('allow')
  })

  test.each([
    'cp a.sh priv*/x',
    'find . -name notes.txt -exec cp a.sh {} \\;',
    'rm p*/notes.txt',
    'mkdir x && touch x/*',
  ])('what is changed is found by name: %s', async (line) => {
    const rules = [
      ...(denyPrivate.permissions?.rules ?? []),
      ...(allow('cp', 'rm', 'touch', 'mkdir').permissions?.rules ?? []),
    ]
    expect(await verdictOf(line, join(root, 'denied'), { permissions: { rules } })).not.toBe('allow')
  })
})

describe('in a workspace with credentials', () => {
  beforeAll(() => {
    plant(join(root, 'secrets'), ['.env', 'keys/server.pem', 'src/a.ts', 'src/b.md'])
  })

  test.each([
    'grep -r zebra .',
    'grep -R zebra',
    'grep -d recurse zebra .',
    'grep --directories=recurse zebra .',
    'grep -rf src/b.md .',
    'grep -f src/b.md .env',
    'rgrep zebra',
    'rg -uuu zebra',
    'rg -uu zebra',
    'rg --hidden zebra',
    'rg -. zebra src ..',
    "rg -g '.env' zebra",
    'rg zebra',
    'ag -u zebra',
    'ag --hidden zebra .',
    'ack zebra',
    'git grep zebra',
    'git grep --untracked zebra',
    'git archive HEAD .env',
    'git archive HEAD',
    'git show HEAD:.env',
    'git show',
    'git diff --no-index . src',
    'bash -O dotglob -c "cat *"',
    'find . -type f -exec cat {} +',
    'find . -name ".e*" -exec cat {} +',
    'find . -type f | xargs cat',
    'cat $(git ls-files)',
    'cat $(find . -name "*.pem")',
    'diff -r . src',
    'tar -cf - .',
    'cat .e*',
    'cat */server.pem',
    'cat **',
    'head keys/*',
    'shopt -s dotglob; cat *',
  ])('%s is not allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'secrets'))).not.toBe('allow')
  })

  test.each([
    'rg zebra src',
    'grep -rn --include="*.ts" zebra .',
    "rg -g '*.ts' zebra",
    'find . -name "*.ts" | xargs wc -l',
    'cat src/*',
    'ls -R',
    'du -sh .',
    'git log --oneline',
    'wc -l $(find src -type f)',
    "git ls-files '*.ts' | xargs grep -l zebra",
  ])('%s is allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'secrets'))).toBe('allow')
  })

  test('git reads only what its index keeps', async () => {
    const folder = plant(join(root, 'kept'), ['.env', 'src/a.ts', '.git/HEAD'])
    const header = Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2])])
    writeFileSync(join(folder, '.git/index'), Buffer.concat([header, Buffer.from('src/a.ts\0')]))
    expect(await verdictOf('git grep zebra', folder)).toBe('allow')
    expect(await verdictOf('git grep --untracked zebra', folder)).toBe('ask')
    writeFileSync(join(folder, '.git/index'), Buffer.concat([header, Buffer.from('.env\0src/a.ts\0')]))
    expect(await verdictOf('git grep zebra', folder)).toBe('ask')
  })
})

describe('links that a command follows', () => {
  beforeAll(() => {
    plant(join(root, 'user'), ['.ssh/id_rsa', 'letter.txt'])
    plant(join(root, 'links'), ['src/a.txt', 'notes.txt -> ../user/.ssh/id_rsa', 'docs -> ../user', 'inside -> src'])
  })

  test.each([
    'cat notes.txt',
    'cat docs/letter.txt',
    'grep -R zebra .',
    'grep -R zebra',
    'rg -L zebra',
    'rg --follow zebra .',
    'find -L . -type f -exec cat {} +',
    'find . -exec cat {} +',
    'cat $(find . -type l)',
    'find . -type l | xargs head',
    'cat *.txt',
    'cat d*/letter.txt',
    'head *',
    'cat docs/*',
    'cat $(git ls-files)',
    'ls | xargs cat',
    'for f in *; do cat "$f"; done',
  ])('%s is not allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'links'))).not.toBe('allow')
  })

  test.each([
    'grep -R zebra src',
    'cat inside/a.txt',
    'grep -rn zebra src',
    'find src -type f -exec cat {} +',
    'cat s*/a.txt',
  ])('%s is allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'links'))).toBe('allow')
  })
})

describe('names with blanks, which lead elsewhere once they are split', () => {
  beforeAll(() => {
    plant(join(root, 'user'), ['letter.txt'])
    plant(join(root, 'blanks'), ['src/a.ts', 'src/b.ts', `a ${join(root, 'user/letter.txt')}`, 'c -o.git/config'])
  })

  test.each([
    'cat $(find . -type f)',
    'find . -type f | xargs cat',
    'cat $(ls)',
    'for f in $(ls); do cat $f; done',
    'for f in *; do cat $f; done',
    'for f in */*; do head $f; done',
    'for f in *; do for g in $f/*; do cat $g; done; done',
  ])('%s is not allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'blanks'))).not.toBe('allow')
  })

  test.each([
    'cat src/*',
    'cat $(find src -type f)',
    "cat $(find . -name '*.ts')",
    'find . -type f -print0 | xargs -0 cat',
    'find . -type f -exec cat {} +',
    'for f in src/*; do cat $f; done',
    'for f in */a.ts; do cat "$f"; done',
  ])('%s is allowed', async (line) => {
    expect(await verdictOf(line, join(root, 'blanks'))).toBe('allow')
  })
})

describe('with its program allowed', () => {
  beforeAll(() => {
    plant(workspace, ['.git/hooks/x', 'src/a.ts', 'evil.sh', 'payload/.git/hooks/y', '-rf'])
  })

  test.each([
    'cp evil.sh .g?t/hooks/x',
    'cp evil.sh .*/hooks/x',
    'find . -name hooks -exec cp evil.sh {} \\;',
    'find . -type d -exec cp evil.sh {} \\;',
    'find . -name hooks | xargs cp evil.sh',
    'for f in .g*/hooks/x; do cp evil.sh "$f"; done',
    'cp -r payload/. .',
    'cp -a payload/. ./',
    'cp -R payload/.git .',
    'cat *',
  ])('%s may still change what runs later', async (line) => {
    expect(await verdictOf(line, workspace, allow('cp'))).not.toBe('allow')
  })

  test.each(['cp evil.sh src/b.sh', 'cp -r src dist'])('%s is allowed', async (line) => {
    expect(await verdictOf(line, workspace, allow('cp'))).toBe('allow')
  })
})
