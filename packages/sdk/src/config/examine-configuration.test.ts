import { expect, test } from 'vitest'
import { createFolders } from './__fixtures__/folders.ts'
import { examineConfiguration } from './examine-configuration.ts'

test('names every file, every fault, and what may come later', async () => {
  using folders = createFolders()
  const { home, workspace } = folders
  const examine = () => examineConfiguration({ home, workspace, environment: {}, secrets: async () => new Map() })
  expect(await examine()).toEqual({ files: [], problems: [], shadowProblems: [], warnings: [] })
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
