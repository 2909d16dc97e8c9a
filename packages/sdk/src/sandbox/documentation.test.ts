import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConfigFolders, createFolders } from '../config/__fixtures__/folders.ts'
import { checkPolicyFile } from '../config/check-policy-file.ts'

const documentation = readFileSync(join(import.meta.dirname, '../../../../docs/sandbox.md'), 'utf8')
const examples = [...documentation.matchAll(/^```jsonc( project)?\n(.*?)^```$/gms)].map(([, project, text = '']) => ({
  kind: project === undefined ? ('operator' as const) : ('project' as const),
  text,
}))

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

test.each(examples)('an example of docs/sandbox.md is sound: $text', async ({ kind, text }) => {
  const file = join(folders.home, 'example.jsonc')
  writeFileSync(file, text)
  const checked = await checkPolicyFile(file, { workspace: folders.workspace, kind })
  expect(checked).toMatchObject({ status: 'sound', warnings: [] })
})
