import { argv, env } from 'node:process'

// The suite starts this program as its client, once for each scenario. It hands the scenario to the process of the test, which has the
// manager of servers, and ends when that is done.
const response = await fetch(env.SUITE_DRIVER ?? '', {
  method: 'POST',
  body: JSON.stringify({
    url: argv.at(-1),
    scenario: env.MCP_CONFORMANCE_SCENARIO,
    revision: env.MCP_CONFORMANCE_PROTOCOL_VERSION,
    context: JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? '{}') as unknown,
  }),
})
if (!response.ok) {
  process.stderr.write(`${await response.text()}\n`)
  process.exitCode = 1
}
