import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { defineRoom, type House, type Room } from '@drawbridge/room'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

declare module '@drawbridge/core' {
  interface Services {
    readonly lamp: { readonly light: string }
    readonly moon: { readonly light: string }
  }
}

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-house-')))
})
afterEach(() => rmSync(root, { recursive: true }))

const open = (rooms: readonly Room[], options: Partial<DrawbridgeOptions> = {}): Promise<Drawbridge> =>
  createDrawbridge({
    workspace: root,
    home: join(root, 'home'),
    useConfig: options.config !== undefined,
    record: 'off',
    rooms,
    ...options,
  })

const shine = (parts: Partial<Parameters<typeof defineRoom>[0]> = {}) => defineRoom({ name: 'lamp', ...parts })

describe('a room that is opened', () => {
  test('is closed with its Drawbridge, has sessions once the house stands, and hooks that are asked', async () => {
    const told: string[] = []
    let house: House | undefined
    const room = shine({
      opens: 'always',
      tools: [
        {
          name: 'lamp.light',
          description: 'Lights the lamp.',
          permission: 'write',
          load: async ({ home }) =>
            defineToolBody({ input: z.strictObject({}), execute: () => `lit for ${home.slice(root.length)}` }),
        },
      ],
      open: async (given) => {
        house = given
        expect(() => given.policy.current()).toThrow('are being opened')
        return {
          hooks: { postToolUse: [{ name: 'lamp', run: ({ tool }) => void told.push(tool) }] },
          approvers: [approveEverything],
          [Symbol.asyncDispose]: async () => void told.push('closed'),
        }
      },
    })
    {
      await using drawbridge = await open([room], { settings: { automaticApprovals: 'alone' } })
      expect(drawbridge.house.home).toBe(join(root, 'home'))
      const session = await house?.openSession({ id: 'own' })
      expect(session?.id).toBe('own')
      const outcome = await session?.call({ name: 'lamp__light', arguments: {} })
      expect(outcome).toMatchObject({ status: 'ok', result: { content: [{ text: 'lit for /home' }] } })
      expect(house?.policy).toBe(drawbridge.policySource)
    }
    expect(told).toEqual(['lamp.light', 'closed'])
  })

  test('stays closed if its section is not written, and its tools are there all the same', async () => {
    const room = shine({
      open: async () => {
        throw new Error('opened')
      },
    })
    await using drawbridge = await open([room])
    expect(drawbridge.home).toBe(join(root, 'home'))
  })

  test('works in another folder if it asks for one', async () => {
    await using drawbridge = await open([])
    const other = join(root, 'home')
    const session = await drawbridge.house.openSession({ workspace: root })
    expect((await session.explain({ name: 'fs__list_files', arguments: {} })).targets).toMatchObject([{ real: root }])
    await expect(drawbridge.house.openSession({ workspace: join(other, 'nothing') })).rejects.toMatchObject({
      code: 'invalid_option',
    })
  })
})

describe('a service', () => {
  const lamp = shine({ provides: { lamp: async () => ({ light: 'warm' }) } })

  test('is made once, for whoever asks for it by name', async () => {
    let made = 0
    const counted = shine({
      provides: {
        lamp: async () => {
          made += 1
          return { light: 'warm' }
        },
      },
    })
    await using drawbridge = await open([counted])
    expect(made).toBe(0)
    const [first, second] = [await drawbridge.house.service('lamp'), await drawbridge.house.service('lamp')]
    expect([first, second, made]).toEqual([{ light: 'warm' }, first, 1])
    expect(await drawbridge.house.service('moon')).toBeUndefined()
  })

  test('that a room needs must be there, and there is one of each name', async () => {
    const reader = defineRoom({ name: 'reader', needs: ['lamp'] })
    await using drawbridge = await open([reader, lamp])
    expect(drawbridge.home).toBe(join(root, 'home'))
    await expect(open([reader])).rejects.toThrow('The room "reader" needs the service "lamp", which no room provides.')
    const other = defineRoom({ name: 'sun', provides: { lamp: async () => ({ light: 'bright' }) } })
    await expect(open([lamp, other])).rejects.toThrow('The rooms "lamp" and "sun" both provide "lamp".')
  })
})

describe('what the house offers', () => {
  test('a client for each purpose, made once for its hosts', async () => {
    await using drawbridge = await open([])
    const { client } = drawbridge.house
    expect(await client('lamp')).toBe(await client('lamp'))
    expect(await client('lamp')).not.toBe(await client('moon'))
    expect(() => client('lamp', { allowHosts: ['a.example'] })).toThrow('was made for other hosts')
  })

  test('programs that outlive a call and end with the house', async () => {
    const drawbridge = await open([])
    const program = await drawbridge.house.start({ argv: ['cat'] })
    program.write(new TextEncoder().encode('hello\n'))
    await program.nextOutput()
    expect(new TextDecoder().decode(program.read(0).bytes)).toBe('hello\n')
    expect(program.outcome()).toBeUndefined()
    await drawbridge[Symbol.asyncDispose]()
    expect(program.outcome()).toBeDefined()
  })
})

test('rooms of a program must be rooms, each with a name and tools of its own', async () => {
  await expect(open([{ name: 'lamp' } as unknown as Room])).rejects.toThrow('is not a room')
  await expect(open([shine(), shine()])).rejects.toThrow('has the name "lamp", which another room already has')
})
