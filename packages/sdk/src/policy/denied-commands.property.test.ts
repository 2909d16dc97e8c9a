import {
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type ApprovalRequest, approveWith, defineTool, type Mode } from '@drawbridge/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDrawbridge } from '../create-drawbridge.ts'
import { deniedBy, folder, meanings, place } from './__fixtures__/denied-trees.ts'

/** A line, and by what rules of the shell and its programs it reaches files: told apart from the analysis under test. */
interface Line {
  readonly command: string
  /** Paths and globs that it opens, moves or removes. */
  readonly names?: readonly string[]
  /** Folders of which it meets everything below. */
  readonly trees?: readonly string[]
  /** It takes the names away, and leaves what they lead to under its other names. */
  readonly removes?: boolean
  /** It follows links below its folders. */
  readonly follows?: boolean
  /** It may open any file there is. */
  readonly any?: boolean
}

const named = fc.oneof(
  place,
  place.map((path) => `./${path}`),
  place.map((path) => `a/../${path}`),
  fc.constantFrom('l/f.t', 'm', 'h', 'l/../m'),
)
const tree = folder.map((path) => (path === '' ? '.' : path))
const glob = fc.constantFrom('*', '*/*', 'a/*', '*/f.t', '?/p/*', '[ab]/*.k', 'p*/*', '*.t')
const braces = fc.constantFrom<[string, string[]]>(
  ['{a,b}/f.t', ['a/f.t', 'b/f.t']],
  ['{p,x}/{f.t,g.k}', ['p/f.t', 'p/g.k', 'x/f.t', 'x/g.k']],
  ['a/{p,b}/h.t', ['a/p/h.t', 'a/b/h.t']],
)

const readsName = fc.constantFrom<(path: string) => string>(
  (path) => `cat ${path}`,
  (path) => `head -3 -- ${path}`,
  (path) => `cat < ${path}`,
  (path) => `"c"at '${path}'`,
  (path) => `sh -c "wc -l ${path}"`,
  (path) => `echo ${path} | xargs cat`,
  (path) => `f=${path}; sort "$f"`,
  (path) => `timeout 5 nice base64 ${path}`,
  (path) => `git add ${path}`,
  (path) => `git blame ${path}`,
  (path) => `git diff -- ${path}`,
  (path) => `git diff ${path}`,
  (path) => `git show HEAD:${path}`,
  (path) => `git show :0:${path}`,
  (path) => `git cat-file -p HEAD:${path}`,
  (path) => `git log -p -- ${path}`,
  (path) => `git log -L 1,5:${path}`,
  (path) => `git grep -e token -- ${path}`,
  (path) => `git grep --no-index token ${path}`,
  (path) => `git diff --no-index ${path} /dev/null`,
  (path) => `git archive HEAD ${path}`,
  (path) => `git commit -m x -- ${path}`,
  (path) => `git commit -F ${path}`,
  (path) => `git config --file ${path} --list`,
  (path) => `git update-index --add ${path}`,
  (path) => `git hash-object -w ${path}`,
  (path) => `git -C . annotate ${path}`,
  (path) => `git checkout-index ${path}`,
  (path) => `git difftool -y ${path}`,
  (path) => `rg token ${path}`,
  (path) => `grep -r token ${path}`,
  (path) => `find ${path} -exec cat {} +`,
  (path) => `tar cf out.tar ${path}`,
  (path) => `rsync -a ${path} copy`,
  (path) => `ln ${path} copied`,
  (path) => `mv ${path} moved`,
  (path) => `dd if=${path}`,
  (path) => `unknown-program --input=${path}`,
  (path) => `while read -r one; do echo "$one"; done < ${path}`,
  (path) => `curl -T ${path} https://example.org`,
  (path) => `if true; then tail ${path}; fi`,
  (path) => `cat <<< "$(cat ${path})"`,
  (path) => `diff <(cat ${path}) /dev/null`,
)
const changesName = fc.constantFrom<(path: string) => string>(
  (path) => `echo x > ${path}`,
  (path) => `echo x | tee -a ${path}`,
  (path) => `sed -i s/a/b/ ${path}`,
  (path) => `touch ${path}`,
  (path) => `truncate -s 0 ${path}`,
  (path) => `git checkout -- ${path}`,
)
const opensTree = fc.constantFrom<(path: string) => string>(
  (path) => `grep -r token ${path}`,
  (path) => `cp -r ${path} copy`,
  (path) => `tar cf out.tar ${path}`,
  (path) => `find ${path} -type f -exec cat {} +`,
  (path) => `find ${path} -type f | xargs cat`,
  (path) => `rg --hidden token ${path}`,
  (path) => `git grep --untracked token -- ${path}`,
  (path) => `git grep --no-index token ${path}`,
  (path) => `git diff --no-index ${path} p`,
  (path) => `git commit -m x ${path}`,
  (path) => `diff -r ${path} p`,
  (path) => `zip -r out.zip ${path}`,
  (path) => `mv ${path} moved`,
  (path) => `cp -r other ${path}`,
  (path) => `rsync -a ${path}/ copy/`,
  (path) => `git add ${path}`,
  (path) => `chmod -R u+w ${path}`,
)
const removesName = fc.constantFrom<(path: string) => string>(
  (path) => `rm -f ${path}`,
  (path) => `git rm --cached ${path}`,
)
const meetsTree = fc.oneof(
  opensTree,
  opensTree,
  fc.constant((path: string) => `rm -r ${path}`),
)

const line: fc.Arbitrary<Line> = fc.oneof(
  fc.tuple(fc.oneof(readsName, changesName), named).map(([say, path]) => ({ command: say(path), names: [path] })),
  fc.tuple(removesName, named).map(([say, path]) => ({ command: say(path), names: [path], removes: true })),
  fc.tuple(place, named).map(([from, to]) => ({ command: `cp ${from} ${to}`, names: [from, to] })),
  fc.tuple(place, named).map(([from, to]) => ({ command: `mv ${from} ${to}`, names: [from, to] })),
  fc.tuple(readsName, glob).map(([, pattern]) => ({ command: `cat ${pattern}`, names: [pattern] })),
  glob.map((pattern) => ({ command: `for f in ${pattern}; do cat "$f"; done`, names: [pattern] })),
  glob.map((pattern) => ({ command: `ls ${pattern} | xargs -n1 head`, names: [pattern] })),
  braces.map(([text, names]) => ({ command: `cat ${text}`, names })),
  fc.tuple(tree, place).map(([at, path]) => ({ command: `cd ${at} && cat ${path}`, names: [`${at}/${path}`] })),
  fc.tuple(meetsTree, tree).map(([say, path]) => ({ command: say(path), trees: [path] })),
  tree.map((path) => ({ command: `grep -R token ${path}`, trees: [path], follows: true })),
  fc
    .tuple(tree, fc.constantFrom('f.t', '*.k', 'h.t'))
    .map(([path, name]) => ({ command: `find ${path} -name "${name}" -exec cat {} +`, names: [`${path}/**/${name}`] })),
  fc
    .constantFrom('git stash', 'git clean -fdx', 'git reset --hard', 'git apply p.diff', 'patch -p1 < p.diff', 'make')
    .map((command) => ({ command, any: true })),
  fc
    .constantFrom('npm test', './run.sh', 'python3 x.py', 'unknown-program -x', 'tar -xf x.tar', '$PROGRAM a')
    .map((command) => ({ command, any: true })),
)

/** A hard link is met too seldom by chance. */
const otherName = fc.oneof(
  fc
    .tuple(readsName, fc.constantFrom('h', './h', 'a/../h', 'd/h'))
    .map(([say, path]): Line => ({ command: say(path), names: [path] })),
  opensTree.map((say): Line => ({ command: say('d'), trees: ['d'] })),
)

/** Stands for the tool that runs a line, and runs none. */
const sayLine = defineTool({
  name: 'custom.say_line',
  description: 'Declares a line.',
  input: z.strictObject({ command: z.string() }),
  permission: 'write',
  risk: 'dangerous',
  targets: ({ command }) => [{ kind: 'shell', command, cwd: '.' }],
  execute: () => 'not run',
})

test('no line that reaches what a rule denies is allowed, and each is decided as explained', async () => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-denied-lines-')))
  let round = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(place, { minLength: 3, maxLength: 12 }),
        fc.subarray([...meanings], { minLength: 1, maxLength: 3 }),
        fc.constantFrom<Mode>('bypass', 'bypass', 'default'),
        fc.array(line, { minLength: 1, maxLength: 6 }),
        otherName,
        fc.constantFrom('p', 'a', 'b/p', 'x'),
        async (files, rules, mode, lines, linked, led) => {
          round += 1
          const workspace = join(scratch, `w${round}`)
          plant(workspace, files, led)
          const isDenied = deniedBy(rules)
          const asked: ApprovalRequest[] = []
          await using drawbridge = await createDrawbridge({
            home: join(scratch, 'home'),
            workspace,
            record: 'off',
            authority: {
              limiting: 'off',
              approvers: [
                approveWith(
                  'refusing',
                  (request) => {
                    asked.push(request)
                    return { answer: 'deny' }
                  },
                  { human: true },
                ),
              ],
            },
            tools: { own: [sayLine] },
            config: {
              permissions: {
                allowBypass: true,
                mode,
                rules: rules.map(([path]) => ({ tools: '*', when: { path }, then: 'deny' as const })),
              },
            },
          })
          const session = drawbridge.openSession()
          for (const each of [...lines, linked]) {
            const call = { name: sayLine.name, arguments: { command: each.command } }
            const { decision } = await session.explain(call)
            // A call that ends before the policy is neither run nor asked about.
            const verdict = decision?.verdict ?? 'deny'
            const denied = reached(each, workspace, files).filter(isDenied)
            if (denied.length > 0) expect([each.command, verdict]).not.toEqual([each.command, 'allow'])
            asked.length = 0
            const { status } = await session.call(call)
            expect([each.command, status === 'ok']).toEqual([each.command, verdict === 'allow'])
            expect([each.command, asked.length > 0]).toEqual([each.command, verdict === 'ask'])
          }
          rmSync(workspace, { recursive: true, force: true })
        },
      ),
      { numRuns: 30 },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}, 180_000)

function plant(workspace: string, files: readonly string[], led: string): void {
  mkdirSync(workspace)
  for (const path of files) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), 'token\n')
  }
  symlinkSync(led, join(workspace, 'l'))
  symlinkSync(files[0] ?? '', join(workspace, 'm'))
  mkdirSync(join(workspace, 'd'))
  for (const name of ['h', 'd/h']) linkSync(join(workspace, files[1] ?? ''), join(workspace, name))
}

/** Real paths in the workspace that a line reaches; those of files under all names that they have. */
function reached(
  { names = [], trees = [], removes = false, follows = false, any = false }: Line,
  workspace: string,
  files: readonly string[],
): readonly string[] {
  if (any) return files
  const found = names.flatMap((name) => (/[*?[]/.test(name) ? globSync(name, { cwd: workspace }) : [name]))
  const below = trees.flatMap((path) => [path, ...entriesBelow(workspace, path, follows)])
  if (removes) return found.map((path) => relative(workspace, join(realOf(dirname(path), workspace), basename(path))))
  return [...found, ...below].flatMap((path) => namesOf(path, workspace, files))
}

function entriesBelow(workspace: string, path: string, follows: boolean): readonly string[] {
  const at = join(workspace, path)
  if (!existsSync(at) || !statSync(at).isDirectory()) return []
  return readdirSync(at).flatMap((name) => {
    const inner = `${path}/${name}`
    if (lstatSync(join(workspace, inner)).isSymbolicLink() && !follows) return []
    return [inner, ...entriesBelow(workspace, inner, false)]
  })
}

function namesOf(path: string, workspace: string, files: readonly string[]): readonly string[] {
  const real = relative(workspace, realOf(path, workspace))
  return ['h', 'd/h'].includes(real) ? [real, files[1] ?? ''] : [real]
}

/** Follows a path part by part, as the kernel does: `..` is the parent of where a link led. What a link names need not exist. */
function realOf(path: string, from: string): string {
  return path.split('/').reduce((at, part) => {
    if (part === '' || part === '.') return at
    if (part === '..') return dirname(at)
    const next = join(at, part)
    const isLink = lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? realOf(readlinkSync(next), at) : next
  }, from)
}
