import type { GatewaySection } from '@drawbridge/access'
import { createDrawbridge } from '@drawbridge/sdk'
import { openGateway } from '../server/open-gateway.ts'

// A node in a process of its own, which a test kills or lets stand still.
const { workspace, home, section } = JSON.parse(process.argv[2] ?? '') as {
  readonly workspace: string
  readonly home: string
  readonly section?: GatewaySection
}
const drawbridge = await createDrawbridge({
  ...{ workspace, home, dialect: 'canonical', record: 'database' },
  authority: { desk: true, readScope: 'workspace' },
})
const { url, gateway } = await openGateway({
  ...{ drawbridge, build: '0.0.0-test', section: { port: 0, ...section }, checksAnswers: true },
  onError: (error) => process.stderr.write(`${error.stack}\n`),
})
process.stdout.write(`${JSON.stringify({ url, node: gateway.node })}\n`)
