import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createGitScene, type GitScene } from '../machine/__fixtures__/git-scene.ts'
import { copyRepository, keepWork } from './index.ts'

let scene: GitScene
beforeEach(() => {
  scene = createGitScene()
})
afterEach(() => scene[Symbol.asyncDispose]())

const copyOf = (workspace: string, more: object = {}) => {
  const wanted = { branch: 'drawbridge/fix-1', label: 'fix', includeChanges: true }
  return copyRepository({ workspace: scene.at(workspace), folder: scene.at('copy'), ...wanted, ...more })
}
const keep = () => keepWork(scene.at('copy'))
const hash = (folder: string, revision = 'HEAD') => scene.git(folder, 'rev-parse', revision).trim()
const isMarked = () => existsSync(scene.at('mark'))

/** A program that leaves a mark. */
function payload(): string {
  const path = scene.file('payload', `#!/bin/sh\ntouch '${scene.at('mark')}'\n`)
  chmodSync(path, 0o755)
  return path
}

/** Makes a repository in another, with a filter that runs as soon as git compares its files, and an entry for it in the other's index. */
function plantNested(outer: string): void {
  scene.createRepository(`${outer}/in`)
  const commit = hash(`${outer}/in`)
  scene.git(`${outer}/in`, 'config', 'filter.x.clean', payload())
  scene.file(`${outer}/in/.gitattributes`, '* filter=x\n')
  scene.file(`${outer}/in/a`, 'b\n')
  scene.git(outer, 'update-index', '--add', '--cacheinfo', `160000,${commit},in`)
}

/** Makes a repository that nobody who works in the others may read. Returns its last commit. */
function privateRepository(): string {
  scene.createRepository('private')
  scene.file('private/private.txt', 'private\n')
  scene.git('private', 'add', '.')
  scene.git('private', 'commit', '-qm', 'private')
  return hash('private')
}

describeWithProgram('git', 'a repository into which an agent wrote', () => {
  beforeEach(() => scene.createRepository('main'))

  test.each([
    ['a relative folder', './node_modules/.bin'],
    ['the folder of its packages', 'INSIDE/node_modules/.bin'],
  ])('runs no git of its own, which the search path finds in %s', async (_, folder) => {
    scene.file('main/node_modules/.bin/git', readFileSync(payload(), 'utf8'))
    chmodSync(scene.at('main/node_modules/.bin/git'), 0o755)
    vi.stubEnv('PATH', `${folder.replace('INSIDE', scene.at('main'))}:${process.env.PATH}`)
    await copyOf('main')
    vi.unstubAllEnvs()
    expect(isMarked()).toBe(false)
  })

  test('runs no program of a repository that a child made in its copy and committed as a part', async () => {
    await copyOf('main')
    plantNested('copy/tree')
    scene.git('copy/tree', 'commit', '-qm', 'in')
    expect((await keep())?.left).toEqual([expect.stringContaining('in')])
    expect(isMarked()).toBe(false)
    scene.git('copy/tree', 'status')
    expect(isMarked()).toBe(true)
  })

  test('runs no program of a repository that lies in it when it is copied', async () => {
    plantNested('main')
    await copyOf('main')
    expect(isMarked()).toBe(false)
  })

  test('runs no program that is to list the objects of others', async () => {
    scene.createRepository('other')
    await copyOf('main')
    scene.file('copy/tree/x', 'x')
    scene.file('main/.git/objects/info/alternates', `${scene.at('other/.git/objects')}\n`)
    scene.git('main', 'config', 'core.alternateRefsCommand', payload())
    expect((await keep())?.branch).toBe('drawbridge/fix-1')
    expect(isMarked()).toBe(false)
  })

  test.each<[string, () => void]>([
    ['a .git that names it', () => void scene.file('work/.git', `gitdir: ${scene.at('private/.git')}\n`)],
    ['a .git that is a link', () => symlinkSync(scene.at('private/.git'), scene.at('work/.git'))],
    ['a .git that shares with it', () => plantShared()],
    ['objects of it', () => plantObjects('work/.git', scene.file('work/.git/objects/info/alternates', ''))],
    ['links to objects of it', () => linkObjects('work/.git')],
  ])('gives a child nothing of a repository elsewhere: %s', async (_how, plant) => {
    privateRepository()
    mkdirSync(scene.at('work'))
    plant()
    await expect(copyOf('work', { includeChanges: false })).rejects.toThrow('elsewhere')
    expect(existsSync(scene.at('copy'))).toBe(false)
  })

  test.each<[string, () => void]>([
    ['objects of it', () => plantObjects('copy/tree/.git', scene.at('copy/tree/.git/objects/info/alternates'))],
    ['links to objects of it', () => linkObjects('copy/tree/.git')],
  ])('takes nothing of a repository elsewhere into the branch of a child: %s', async (_how, plant) => {
    const commit = privateRepository()
    await copyOf('main')
    plant()
    expect((await keep())?.left).toEqual([expect.stringContaining('own commits')])
    expect(() => scene.git('main', 'cat-file', '-e', commit)).toThrow()
  })

  test('does not tell the commit of a repository elsewhere', async () => {
    const commit = privateRepository()
    await copyOf('main')
    scene.git('copy/tree', 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},in`)
    scene.git('copy/tree', 'commit', '-qm', 'in')
    scene.file('copy/tree/in/.git', `gitdir: ${scene.at('private/.git')}\n`)
    const diff = (await keep())?.diff
    expect(diff).toContain('1'.repeat(40))
    expect(diff).not.toContain(commit)
  })

  test('lets no child work behind a link that the last commit has in the place of its folder', async () => {
    mkdirSync(scene.at('elsewhere'))
    symlinkSync(scene.at('elsewhere'), scene.at('main/part'))
    scene.git('main', 'add', '.')
    scene.git('main', 'commit', '-qm', 'link')
    rmSync(scene.at('main/part'))
    scene.file('main/part/x', 'x')
    await expect(copyOf('main/part', { includeChanges: false })).rejects.toThrow('not a folder')
    expect((await copyOf('main/part')).workspace).toBe(scene.at('copy/tree/part'))
  })

  test('shows the change that the branch has, whatever the objects of the copy say', async () => {
    scene.file('main/open', 'everybody may come in\n')
    scene.file('main/shut', 'nobody may come in\n')
    scene.git('main', 'add', '.')
    scene.git('main', 'commit', '-qm', 'two')
    await copyOf('main')
    scene.file('copy/tree/shut', 'everybody may come in\n')
    scene.git('copy/tree', 'commit', '-qam', 'harmless')
    passOff('harmless words\n', hash('main', 'HEAD:open'))
    const { diff, branch } = (await keep()) ?? {}
    expect(scene.git('main', 'show', `${branch}:shut`)).toBe('everybody may come in\n')
    expect(diff).toContain('+everybody')
  })
})

function plantShared(): void {
  mkdirSync(scene.at('work/.git'))
  scene.file('work/.git/HEAD', 'ref: refs/heads/main\n')
  scene.file('work/.git/commondir', `${scene.at('private/.git')}\n`)
}

/** Lets a repository stand at the commit of the private one, whose objects it names as its own. */
function plantObjects(repository: string, alternates: string): void {
  ensureRepository(repository)
  writeFileSync(alternates, `${scene.at('private/.git/objects')}\n`)
  scene.file(`${repository}/HEAD`, `${hash('private')}\n`)
}

function linkObjects(repository: string): void {
  ensureRepository(repository)
  const objects = scene.at('private/.git/objects')
  for (const name of readdirSync(objects)) {
    rmSync(scene.at(`${repository}/objects/${name}`), { recursive: true, force: true })
    symlinkSync(`${objects}/${name}`, scene.at(`${repository}/objects/${name}`))
  }
  scene.file(`${repository}/HEAD`, `${hash('private')}\n`)
}

function ensureRepository(repository: string): void {
  if (!existsSync(scene.at(`${repository}/HEAD`))) scene.git('work', 'init', '-q')
}

/** Puts a pack into the copy in which a text has the name of another object. */
function passOff(text: string, name: string): void {
  scene.file('copy/words', text)
  const own = scene.git('copy/tree', 'hash-object', '-w', scene.at('copy/words')).trim()
  const wanted = { cwd: scene.at('copy/tree'), input: `${own}\n`, encoding: 'utf8' } as const
  const pack = execFileSync('git', ['pack-objects', '-q', '.git/objects/pack/pack'], wanted).trim()
  const path = scene.at(`copy/tree/.git/objects/pack/pack-${pack}.idx`)
  const index = readFileSync(path)
  for (let at = 0; at < 256; at += 1)
    index.writeUInt32BE(at < Number.parseInt(name.slice(0, 2), 16) ? 0 : 1, 8 + at * 4)
  Buffer.from(name, 'hex').copy(index, 8 + 1024)
  rmSync(path)
  writeFileSync(path, index)
}
