import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

const root = join(import.meta.dirname, '../../../..')

interface Board {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

test('every number on the board for Grafana is one that a node has, with the labels by which it is split', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.signIn('owner')
  await gateway.send('GET', '/v1/me')
  await owner.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: { path: '.' } } })
  const { text } = await (await owner.key(['metrics'])).send('GET', '/metrics')
  const lines = text.split('\n')
  const types = new Map(
    lines.flatMap((line) => (line.startsWith('# TYPE ') ? [line.split(' ').slice(2, 4) as [string, string]] : [])),
  )
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana-board.json'), 'utf8')) as Board
  expect(panels.length).toBeGreaterThan(8)
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const [, name = '', kind] = /(drawbridge_\w+?)(_bucket)?\{/.exec(expr) ?? []
      expect([title, name, types.get(name)]).toEqual([
        title,
        name,
        kind === undefined ? expect.stringMatching(/^(counter|gauge)$/) : 'histogram',
      ])
      const [, labels = ''] = /by \(([^)]*)\)/.exec(expr) ?? []
      const sample = lines.find((line) => line.startsWith(`${name}${kind ?? ''}{`))
      // A number that nobody has counted yet has no sample.
      for (const label of labels.split(', ').filter((each) => each !== '' && each !== 'instance'))
        if (sample !== undefined) expect([title, sample]).toEqual([title, expect.stringContaining(`${label}="`)])
    }
})
