import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { describeWithTestTools } from '../../../../scripts/test-support/describe-with.ts'
import { findSkills } from './find-skills.ts'
import { skillFolders } from './skill-folders.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-skills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
function write(
  root: string,
  name: string,
  text = `---\nname: ${name.split('/').at(-1)}\ndescription: From ${root}.\n---\nBody`,
): void {
  mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, name, 'SKILL.md'), text)
}
const names = (root: string) => findSkills([{ tier: 'home', path: root, owner: root }]).skills.map(({ name }) => name)

test('skills of public packages load unchanged', () => {
  const shipped = join(dirname(fileURLToPath(import.meta.resolve('openskills/package.json'))), 'examples')
  const { skills, problems } = findSkills([{ tier: 'home', path: shipped, owner: shipped }])
  expect(problems).toEqual([])
  expect(skills.map(({ name }) => name)).toEqual(['my-first-skill'])
  expect(skills[0]?.body).toBe(
    readFileSync(join(shipped, 'my-first-skill', 'SKILL.md'), 'utf8')
      .split(/^---$/m)
      .slice(2)
      .join('---')
      .trim(),
  )
})

test('skills of a package that is in use by many agents load unchanged', () => {
  const shipped = join(dirname(fileURLToPath(import.meta.resolve('playwright-core/package.json'))), 'lib/tools/skills')
  const { skills, problems } = findSkills([{ tier: 'home', path: shipped, owner: shipped }])
  expect(problems).toEqual([])
  expect(skills.map(({ name }) => name).toSorted()).toEqual([
    'playwright-cli',
    'playwright-component-testing',
    'playwright-trace',
  ])
  for (const { body, allowedTools } of skills)
    expect([body.length > 100, Array.isArray(allowedTools)]).toEqual([true, true])
})

describeWithTestTools('one of them ships a skill', (folder) => {
  test('a skill with a question mark, quotes and brackets in its plain description loads unchanged', () => {
    const shipped = join(folder, 'node_modules/@modelcontextprotocol/inspector/skills')
    const { skills, problems } = findSkills([{ tier: 'home', path: shipped, owner: shipped }])
    expect(problems).toEqual([])
    expect(skills.map(({ name, notes, otherFields }) => ({ name, notes, otherFields }))).toEqual([
      { name: 'mcpdo', notes: [], otherFields: { 'disable-model-invocation': 'false' } },
    ])
    expect(skills[0]?.description).toContain('"what MCP servers am I connected to?"')
  })
})

test('the first of two with one name counts, and the other one is told', () => {
  const [above, below] = [scratch(), scratch()]
  write(above, 'pdf')
  write(below, 'pdf')
  write(below, 'other')
  const { skills, problems } = findSkills([
    { tier: 'project', path: above, owner: above },
    { tier: 'home', path: below, owner: below },
  ])
  expect(skills.map(({ name, tier }) => `${name} ${tier}`)).toEqual(['pdf project', 'other home'])
  expect(problems).toEqual([{ path: join(below, 'pdf'), problem: expect.stringContaining('comes first') }])
})

test('a linked folder counts once, and a link that leads out is refused', () => {
  const [root, outside] = [scratch(), scratch()]
  write(root, 'pdf')
  write(outside, 'secret')
  symlinkSync(join(root, 'pdf'), join(root, 'same'))
  symlinkSync(join(outside, 'secret'), join(root, 'away'))
  symlinkSync('/', join(root, 'disk'))
  symlinkSync(root, join(root, 'loop'))
  const { skills, problems } = findSkills([{ tier: 'home', path: root, owner: root }])
  expect(skills.map(({ name }) => name)).toEqual(['pdf'])
  expect(problems.map(({ path }) => path)).toEqual([join(root, 'away'), join(root, 'disk')])
})

test('a folder of skills that is, or leads through, a link is not searched, and that is told; one below a linked owner is', () => {
  const [project, outside] = [scratch(), scratch()]
  write(join(outside, 'skills'), 'secret')
  symlinkSync(outside, join(project, '.claude'))
  const path = join(project, '.claude', 'skills')
  expect(findSkills([{ tier: 'project', path, owner: project }])).toEqual({
    skills: [],
    problems: [{ path, problem: expect.stringContaining('through a link') }],
  })
  symlinkSync(outside, join(project, 'owner'))
  const owner = join(project, 'owner')
  expect(findSkills([{ tier: 'home', path: join(owner, 'skills'), owner }]).skills).toHaveLength(1)
})

test('a file that is a link, a folder or too large is no skill', () => {
  const [root, outside] = [scratch(), scratch()]
  writeFileSync(join(outside, 'SKILL.md'), '---\nname: x\ndescription: y\n---\n')
  mkdirSync(join(root, 'linked'))
  symlinkSync(join(outside, 'SKILL.md'), join(root, 'linked', 'SKILL.md'))
  write(root, 'large', `---\nname: large\ndescription: x\n---\n${'a'.repeat(300_000)}`)
  mkdirSync(join(root, 'folder', 'SKILL.md'), { recursive: true })
  const { skills, problems } = findSkills([{ tier: 'home', path: root, owner: root }])
  expect(skills).toEqual([])
  expect(problems.map(({ path }) => path)).toEqual([join(root, 'large'), join(root, 'linked')])
})

test('hidden folders, those of packages, and what is too deep or too much is not searched', () => {
  const root = scratch()
  for (const name of ['.git/a', 'node_modules/b', 'one/two/three/four/five/six/seven', 'kept/deep', 'kept/deep/inner'])
    write(root, name)
  expect(names(root)).toEqual(['deep'])
  const many = scratch()
  for (let index = 0; index < 2_010; index += 1) mkdirSync(join(many, `f${index}`))
  expect(findSkills([{ tier: 'home', path: many, owner: many }]).problems).toEqual([
    { path: many, problem: expect.stringContaining('2000 folders') },
  ])
})

test('a project has skills only if the operator trusts it: the nearest folder first, up to the trusted one', () => {
  const place = { home: '/h', workspace: '/p/app/web', bundled: '/b' }
  const of = (trustedFolders: readonly string[]) =>
    skillFolders({ ...place, section: { trustedFolders } }).map(({ path }) => path)
  expect(of([])).toEqual(['/h/skills', '/b'])
  expect(of(['/p/ap', '/q', '/p/app/web/inner'])).toEqual(['/h/skills', '/b'])
  expect(of(['/p/app/'])).toEqual([
    '/p/app/web/skills',
    '/p/app/web/.agents/skills',
    '/p/app/web/.claude/skills',
    '/p/app/.agents/skills',
    '/p/app/.claude/skills',
    '/h/skills',
    '/b',
  ])
})
