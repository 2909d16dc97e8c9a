import { expect, test } from 'vitest'
import { refuseUnfitServer } from './refuse-unfit-server.ts'

const refusing = (version: string, fsync: string, durability: 'process' | 'power') => () =>
  refuseUnfitServer({ version, fsync }, { name: 'host/store', durability })

test.each(['15.18 (Debian 15.18-0+deb12u1)', '18.4', '19beta1'])('PostgreSQL %s is new enough', (version) => {
  expect(refusing(version, 'on', 'power')).not.toThrow()
})

test.each(['14.20', '9.6.24'])('PostgreSQL %s is refused, naming what is needed', (version) => {
  const message = `The database host/store runs on PostgreSQL ${version}; Drawbridge needs 15 or newer. Upgrade the server, or use SQLite.`
  expect(refusing(version, 'on', 'process')).toThrow(expect.objectContaining({ code: 'store_incompatible', message }))
})

test('a server without fsync is refused where the power may fail, and there alone', () => {
  expect(refusing('15.18', 'off', 'power')).toThrow(expect.objectContaining({ code: 'store_incompatible' }))
  expect(refusing('15.18', 'off', 'process')).not.toThrow()
})
