import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfigFolders, createFolders } from './__fixtures__/folders.ts'
import { examineConfiguration } from './examine-configuration.ts'
import { explainConfiguration } from './explain-configuration.ts'
import { type ConfigSources, loadConfiguration } from './load-configuration.ts'
import { openConfiguration } from './open-configuration.ts'

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

const value = ['velvet', 'anchor "20"', 'quartz'].join('-')
const secrets = new Map([['SLACK_TOKEN', value]])
const reference = (name: string) => `$\{secret:${name}}`

const load = (sources: Partial<ConfigSources> = {}) => {
  const { home, workspace } = folders
  return loadConfiguration({ home, workspace, environment: {}, secrets, ...sources })
}
const messages = (sources?: Partial<ConfigSources>) => {
  const loaded = load(sources)
  return loaded.status === 'refused' ? loaded.problems.map(({ line, message }) => `${line} ${message}`) : []
}

describe('a reference to a secret', () => {
  test('is replaced by its value, which never leaves from then on', () => {
    folders.operator(
      `{ "permissions": { "rules": [{ "tools": "*", "then": "ask", "reason": "a ${reference('SLACK_TOKEN')} b" }] } }`,
    )
    expect(load()).toMatchObject({
      configuration: {
        layers: [{ config: { permissions: { rules: [{ reason: `a ${value} b` }] } } }],
        scrub: { values: [value] },
      },
    })
  })

  test('to a name that there is not is a problem with its line and the nearest name', () => {
    folders.operator(`{ "scrub": { "values": [\n"${reference('SLACK_TOKN')}"] } }`)
    expect(messages()).toEqual([
      '2 The secret "SLACK_TOKN" does not exist. Did you mean "SLACK_TOKEN"? Set it with: drawbridge secrets set SLACK_TOKN',
    ])
  })

  test('is not for a project file', () => {
    folders.project(`{ "tools": { "deny": ["${reference('SLACK_TOKEN')}"] } }`)
    expect(messages()).toEqual([expect.stringContaining('A project file cannot read secrets')])
  })

  test.each([
    ['a word that does not exist', (text: string) => `{ "permissions": { "mode": "${text}" } }`],
    ['a folder', (text: string) => `{ "permissions": { "readRoots": ["${text}"] } }`],
  ])('stands for itself where its value is wrong as %s', (_, text) => {
    folders.operator(text(reference('SLACK_TOKEN')))
    expect(messages()).toEqual([expect.stringContaining(reference('SLACK_TOKEN'))])
    expect(messages().join()).not.toContain('velvet')
  })

  test('stands for itself where its value names a tool that does not exist', async () => {
    const { home, workspace } = folders
    folders.operator(`{ "tools": { "deny": ["${reference('NAME')}"] } }`)
    const named = new Map([['NAME', 'fs.velvet_anchor']])
    const { problems } = await examineConfiguration({ home, workspace, environment: {}, secrets: async () => named })
    expect(problems).toMatchObject([{ message: expect.stringContaining(reference('NAME')) }])
    expect(JSON.stringify(problems)).not.toContain('velvet')
  })

  test('is what is shown of the value', () => {
    folders.operator(
      `{ "permissions": { "rules": [{ "tools": "*", "then": "ask", "reason": "${reference('SLACK_TOKEN')}" }] } }`,
    )
    const names = new Map([['SLACK_TOKEN', reference('SLACK_TOKEN')]])
    const loaded = load({ secrets: names })
    const shown = loaded.status === 'loaded' ? explainConfiguration(loaded.configuration) : []
    expect(JSON.stringify(shown)).toContain(reference('SLACK_TOKEN'))
  })
})

describe('the secrets', () => {
  async function opened(text: string): Promise<number> {
    folders.operator(text)
    let count = 0
    const { home, workspace } = folders
    const read = async () => {
      count += 1
      return secrets
    }
    await openConfiguration({ home, workspace, environment: {}, secrets: read })
    return count
  }

  test('are read only where a file refers to one', async () => {
    expect(await opened('{ "permissions": { "mode": "plan" } }')).toBe(0)
    expect(await opened(`{ "scrub": { "values": ["${reference('SLACK_TOKEN')}"] } }`)).toBe(1)
  })
})
