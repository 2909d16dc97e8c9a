import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { openTestGateway } from '../../testing/open-test-gateway.ts'

const beginOf = statement<[session: string], { position: number }>(
  "select position from events where session_id = $1 and type = 'tool.called' order by position",
)

interface Page {
  readonly items: readonly { readonly id: string }[]
  readonly next: string | null
  readonly asOf: string
}

test('who has read the calls of a session is told only which of them began or changed since, page by page', async () => {
  const open = await openTestGateway()
  const operator = await open.signIn('operator')
  const session = open.gateway.drawbridge.openSession({ principal: { user: operator.user.name } })
  const read = (toolCallId: string) =>
    session.call({ id: toolCallId, name: 'fs.read_file', arguments: { path: 'README.md' } })
  for (const id of ['a', 'b', 'c']) await read(id)
  const path = `/v1/sessions/${session.id}/calls`
  const list = async (query = ''): Promise<Page> => (await operator.send('GET', `${path}${query}`)).json
  const ids = ({ items }: Page) => items.map(({ id }) => id)
  const first = await list()
  expect(ids(first)).toEqual(['a', 'b', 'c'])
  expect(ids(await list(`?since=${first.asOf}`))).toEqual([])

  // A position in the middle of the first call: it has gone on since.
  const began = await open.gateway.database.all(beginOf, session.id)
  expect(ids(await list(`?since=${began[0]?.position}`))).toEqual(['a', 'b', 'c'])
  expect(ids(await list(`?since=${began[1]?.position}`))).toEqual(['b', 'c'])

  for (const id of ['d', 'e']) await read(id)
  const page = await list(`?since=${first.asOf}&limit=1`)
  expect(ids(page)).toEqual(['d'])
  const rest = await list(`?since=${first.asOf}&limit=1&cursor=${page.next}`)
  expect([ids(rest), rest.next, rest.asOf]).toEqual([['e'], null, page.asOf])
  const events = async (query: string) => (await operator.send('GET', `/v1/sessions/${session.id}/events${query}`)).json
  const all = await events('')
  const since = all.items[2].position
  const later = (await events(`?since=${since}`)).items
  expect(later).toEqual(all.items.slice(3))
  expect((await events(`?since=${all.asOf}`)).items).toEqual([])
  const wrong = await operator.send('GET', `${path}?since=${first.asOf}x`)
  expect(wrong.status).toBe(422)
  expect((await operator.send('GET', `${path}?limit=1&cursor=${page.next}`)).json.code).toBe('cursor_mismatch')
})
