import { expect, test } from 'vitest'
import { createFolders } from './__fixtures__/folders.ts'
import { checkPolicyFile } from './check-policy-file.ts'
import { examineConfiguration } from './examine-configuration.ts'

test('names every file, every fault, and what may come later', async () => {
  using folders = createFolders()
  const { home, workspace } = folders
  const examine = () => examineConfiguration({ home, workspace, environment: {}, secrets: async () => new Map() })
  expect(await examine()).toEqual({ files: [], problems: [], shadowProblems: [], unheld: [], warnings: [] })
  folders.operator('{ "tools": { "deny": ["mcp.slack.*", "fs.delete"] } }')
  folders.project('{ "tools": { "deny": ["fs.delet"] } }')
  expect(await examine()).toMatchObject({
    files: [folders.operatorFile, folders.projectFile],
    problems: [{ file: folders.projectFile, message: expect.stringContaining('fs.delete') }],
    warnings: [{ file: folders.operatorFile, message: 'No tool matches "mcp.slack.*".' }],
  })
  folders.project('{')
  expect(await examine()).toMatchObject({ files: [], problems: [{ file: folders.projectFile }] })
})

test.each([
  ['wbe', 'Did you mean "web"? Purposes: commands, hooks, web, or the name of a room.'],
  ['web.fetch', 'Did you mean "web"?'],
  ['weather', 'The purpose "weather" does not exist. Purposes:'],
])('an internal host for the unknown purpose %s is a fault, with its place', async (purpose, message) => {
  using folders = createFolders()
  const { home, workspace } = folders
  folders.operator(
    `{ "network": { "internal": ["a.lan",\n{ "host": "b.lan", "for": ["hooks", "questions", "${purpose}"] }] } }`,
  )
  const { problems } = await examineConfiguration({ home, workspace, environment: {}, secrets: async () => new Map() })
  expect(problems).toMatchObject([{ file: folders.operatorFile, line: 2, message: expect.stringContaining(message) }])
  const checked = await checkPolicyFile(folders.operatorFile, { workspace })
  expect(checked).toMatchObject({
    status: 'faulty',
    problems: [{ line: 2, message: expect.stringContaining(message) }],
  })
})
