import { defineRoom, type House } from '@drawbridge/room'
import type { Statement } from '@drawbridge/store/database'
import type { OpenLiveTools } from './live/open-live-tools.ts'

/** Tools that the operator describes as data: commands, HTTP requests and the operations of OpenAPI documents. */
export const customRoom = defineRoom({
  name: 'custom',
  summary: 'tools of your own: commands, HTTP requests and imported APIs',
  commands: [
    {
      path: ['custom', 'list'],
      isDefault: true,
      summary: 'list your own tools, of files and database, and what is wrong with files',
      load: async () => (await import('./commands/list-command.ts')).listCommand,
    },
    {
      path: ['custom', 'add'],
      summary: 'add a tool; its definition is read from a file or standard input',
      load: async () => (await import('./commands/change-commands.ts')).addCommand,
    },
    {
      path: ['custom', 'edit'],
      summary: 'change fields of a tool, or values of its encrypted environment',
      load: async () => (await import('./commands/change-commands.ts')).editCommand,
    },
    {
      path: ['custom', 'enable'],
      summary: 'offer a tool again',
      load: async () => (await import('./commands/change-commands.ts')).enableCommand,
    },
    {
      path: ['custom', 'disable'],
      summary: 'keep a tool, but offer it to no agent',
      load: async () => (await import('./commands/change-commands.ts')).disableCommand,
    },
    {
      path: ['custom', 'remove'],
      summary: 'remove tools for good, with their encrypted environment',
      load: async () => (await import('./commands/change-commands.ts')).removeCommand,
    },
    {
      path: ['custom', 'test'],
      summary: 'show what a call would run or send, and its targets; runs nothing',
      load: async () => (await import('./commands/test-command.ts')).testCommand,
    },
    {
      path: ['custom', 'import'],
      summary: 'import an OpenAPI document, or the tools of an export',
      load: async () => (await import('./commands/import-command.ts')).importCommand,
    },
    {
      path: ['custom', 'export'],
      summary: 'write the tools as JSON, without the values of their environments',
      load: async () => (await import('./commands/list-command.ts')).exportCommand,
    },
  ],
  checks: [
    {
      name: 'custom tools',
      load: async () => (await import('./commands/check-files.ts')).checkFiles,
    },
  ],
  loadRoutes: async () => (await import('./custom-routes.ts')).customRoutes,
  pages: [
    {
      view: 'custom',
      title: 'Custom tools',
      needs: 'listCustomTools',
      group: 'authority',
      order: 50,
      icon: 'sliders',
      shortcut: 'u',
    },
  ],
  migrations: [{ name: '0001-tools', load: () => import('./stored/0001-tools.ts') }],
  sealed: [{ table: 'custom_environments', column: 'encrypted_value', key: 'id' }],
  opens: 'always',
  open: async (house) => {
    let live: OpenLiveTools | undefined
    const listeners = new Set<() => void>()
    /** Without a single tool the rest is not loaded. */
    const need = async () => {
      if (live !== undefined || !(await hasTools(house))) return live
      const { openLiveTools } = await import('./live/open-live-tools.ts')
      live = await openLiveTools(house)
      for (const listener of listeners) live.source.onChange(listener)
      return live
    }
    let needing: Promise<OpenLiveTools | undefined> | undefined
    const needOnce = () => {
      needing ??= need().finally(() => {
        needing = undefined
      })
      return needing
    }
    return {
      sources: [
        {
          id: 'custom',
          list: async () => (await needOnce())?.source.list() ?? [],
          onChange: (listener) => {
            listeners.add(listener)
            const following = live?.source.onChange(listener)
            return {
              [Symbol.dispose]: () => {
                listeners.delete(listener)
                following?.[Symbol.dispose]()
              },
            }
          },
          [Symbol.asyncDispose]: async () => undefined,
        },
      ],
      refresh: async () => {
        if (live !== undefined) return live.refresh()
        if ((await needOnce()) !== undefined) for (const listener of listeners) listener()
      },
      hide: (tool, { agent }) => live?.hide(tool, agent),
      [Symbol.asyncDispose]: async () => live?.[Symbol.asyncDispose](),
    }
  },
})

const text = 'select 1 as found from custom_tools limit 1'
const anyTool: Statement<[], { found: number }> = { text: { sqlite: text, postgres: text } }

async function hasTools({ home, database }: House): Promise<boolean> {
  const { fingerprintOfFolder } = await import('@drawbridge/sandbox/fingerprint')
  if (fingerprintOfFolder(`${home}/tools`, '.json') !== '') return true
  return (await (await database.find())?.get(anyTool)) !== undefined
}
