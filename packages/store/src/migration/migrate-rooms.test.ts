import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { insertOwner, lampRoom, selectOwners } from '../__fixtures__/lamp-room.ts'
import { statement } from '../database/statement.ts'

const listApplied = statement<[], { room: string; version: number; name: string }>(
  'select room, version, name from room_migrations order by room, version',
)
const owners = [{ id: 'ada', encrypted_token: null, key_id: null }]

describeDatabases(
  'the tables of a room',
  ({ open }) => {
    test('are made when the room comes, and led on when it is newer, with their rows', async () => {
      const first = await open({ rooms: [lampRoom(1)] })
      await first.run(insertOwner, 'ada', null, null)
      const second = await open({ rooms: [lampRoom()] })
      expect(await second.all(listApplied)).toEqual([
        { room: 'lamp', version: 1, name: '0001-owners' },
        { room: 'lamp', version: 2, name: '0002-colours' },
      ])
      expect(await second.all(selectOwners)).toEqual(owners)
    })

    test('stay as they are if the room is not there', async () => {
      await (await open({ rooms: [lampRoom()] })).run(insertOwner, 'ada', null, null)
      expect(await (await open()).all(selectOwners)).toEqual(owners)
    })

    test('are refused if a newer version of the room made them, or another room of its name', async () => {
      await open({ rooms: [lampRoom()] })
      await expect(open({ rooms: [lampRoom(1)] })).rejects.toMatchObject({
        code: 'store_incompatible',
        message: expect.stringContaining('the room "lamp"'),
      })
      const other = {
        ...lampRoom(),
        migrations: lampRoom().migrations.map((step) => ({ ...step, name: '0001-other' })),
      }
      await expect(open({ rooms: [other] })).rejects.toThrow('"0001-owners"')
    })

    test('count their versions apart from those of another room', async () => {
      const lantern = {
        room: 'lantern',
        sealed: [],
        migrations: [
          { name: '0001-wicks', load: async () => ({ migration: () => ['create table lantern_wicks (id integer)'] }) },
        ],
      }
      const database = await open({ rooms: [lampRoom(), lantern] })
      expect((await database.all(listApplied)).map(({ room, version }) => [room, version])).toEqual([
        ['lamp', 1],
        ['lamp', 2],
        ['lantern', 1],
      ])
    })

    test('are made once, though several connections open at one moment', async () => {
      const databases = await Promise.all(Array.from({ length: 5 }, () => open({ rooms: [lampRoom()] })))
      for (const database of databases) expect(await database.all(listApplied)).toHaveLength(2)
    })
  },
  { schema: 'none' },
)
