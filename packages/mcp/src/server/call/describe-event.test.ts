import { expect, test } from 'vitest'
import { connectClient, eras } from '../../__fixtures__/connect-client.ts'

test.each(eras)('over %s a log line tells that something happened and nothing of what was said', async (era) => {
  const lines: { level: string; data: unknown }[] = []
  const secret = ['tell', 'nobody'].join('-')
  await using connected = await connectClient({ era }, (client) => {
    client.setNotificationHandler(
      'notifications/message',
      ({ params: { level, data } }) => void lines.push({ level, data }),
    )
  })
  const _meta = era === '2026-07-28' ? { 'io.modelcontextprotocol/logLevel': 'info' } : {}
  await connected.client.callTool({ name: 'demo__note', arguments: { text: secret }, _meta })
  expect(lines.map(({ level, data }) => [level, (data as { type: string }).type])).toEqual([
    ['info', 'tool.called'],
    ['info', 'permission.requested'],
    ['info', 'permission.failed'],
    ['info', 'tool.denied'],
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('a client that wants warnings only is sent no lines', async () => {
  const lines: unknown[] = []
  await using connected = await connectClient({}, (client) => {
    client.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params))
  })
  await connected.client.setLoggingLevel('warning')
  await connected.client.callTool({ name: 'demo__add', arguments: { left: 1, right: 1 } })
  expect(lines).toEqual([])
})
