import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { systemLinkProbe } from '../path/link-probe.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { surveyFolders } from './survey-folders.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-survey-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(path: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
  return join(root, path)
}

const look = (maxEntries?: number) =>
  surveyFolders([root], {
    isHidden: (real) => isSensitivePath(real, {}),
    probe: systemLinkProbe,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  })

test('finds credentials and what is protected, however deep, and no more', async () => {
  const masked = [file('.env'), file('a/b/c/id_rsa'), file('a/server.key')]
  file('a/readme.md')
  const readOnly = [dirname(file('a/.vscode/tasks.json')), file('a/b/.bashrc')]
  file('sub/.git/HEAD')
  const survey = await look()
  expect(survey.masked.toSorted()).toEqual(masked.toSorted())
  expect(survey.readOnly).toEqual(
    expect.arrayContaining([...readOnly, join(root, 'sub/.git/hooks'), join(root, 'sub/.git/config')]),
  )
  expect(survey.readOnly).not.toContain(join(root, 'sub/.git'))
})

test('passes over installed code', async () => {
  file('node_modules/tls/test.pem')
  expect((await look()).masked).toEqual([])
})

test('means what a link leads to, where that can be seen', async () => {
  const real = file('config/secrets.txt')
  symlinkSync(real, join(root, '.env'))
  symlinkSync('/etc/hostname', join(root, 'other.pem'))
  symlinkSync('nowhere', join(root, 'lost.key'))
  expect((await look()).masked).toEqual([real])
})

test('ends rather than leave something out', async () => {
  for (let index = 0; index < 20; index += 1) file(`many/${index}`)
  const fault = await faultOf(look(10))
  expect(fault).toMatchObject({ code: 'sandbox_unavailable', message: expect.stringContaining('too many files') })
})
