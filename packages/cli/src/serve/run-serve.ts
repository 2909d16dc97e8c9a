import { defined } from '@drawbridge/core/base'
import { openPage } from '@drawbridge/dashboard'
import { type Gateway, openGateway } from '@drawbridge/gateway'
import { untilAborted } from '@drawbridge/room'
import { findProgram } from '@drawbridge/sandbox'
import { readPort } from '../command-line/read-port.ts'
import { readVersion } from '../command-line/read-version.ts'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import { plantServedProject, playDemo } from './play-demo.ts'
import type { ServeFlags } from './serve-flags.ts'

/** Serves people and programs over HTTP until it is interrupted. */
export async function runServe(given: ServeFlags, io: Io): Promise<void> {
  const port = given.port === undefined ? undefined : readPort(given.port)
  using project = given.demo === true ? plantServedProject() : undefined
  const flags = { ...given, ...(project === undefined ? {} : { workspace: project.workspace, home: project.home }) }
  await using opened = await openCommandSession({
    ...{ flags, desk: true, readScope: 'workspace', loopEnds: 'call' },
    // Models are shown these names; callers over HTTP use the canonical ones.
    dialect: 'configured',
    namesAgents: given.demo !== true,
  })
  const { drawbridge } = opened
  const section = defined({ host: flags.host, port })
  const report = (error: Error) => void io.diagnostics.write(`drawbridge: ${error.message}\n`)
  await using server = await openGateway({
    ...{ drawbridge, section, page: openPage() },
    build: readVersion(),
    onError: report,
  })
  await using _workers = await drawbridge.startWorkers((message) => report(new Error(message)))
  using interruption = io.catchInterrupts()
  const { code, token } = await letOwnerIn(server.gateway)
  const { settings } = server.gateway
  const url = `${settings.publicUrl ?? server.url}/#code=${code}`
  if (flags.json === true) await io.output.write(`${JSON.stringify({ url, code, ...defined({ token }) })}\n`)
  else {
    await io.output.write(`${url}\n`)
    await io.diagnostics.write(
      [
        `Serving ${drawbridge.workspace}. The address lets the owner in once, within ten minutes.\n`,
        ...(project === undefined
          ? []
          : [
              'This is a demo on a scratch project. Its agent is SCRIPTED: it follows a fixed text and needs no key. The tools, the\n' +
                'policy, the approvals and the record are the real ones. All of it is removed at the end: press Ctrl-C.\n',
            ]),
        ...(token === undefined
          ? []
          : [`This is the first start. The owner's token, which is shown only now: ${token}\n`]),
        ...(settings.remoteTools.length === 0
          ? []
          : [`Open to callers over HTTP by gateway.remoteTools: ${settings.remoteTools.join(', ')}\n`]),
      ].join(''),
    )
  }
  const playing =
    project === undefined
      ? undefined
      : playDemo(drawbridge, { node: nodeFor(project.workspace, io), signal: interruption.signal }).catch(report)
  await untilAborted(interruption.signal)
  await playing
  await server.stop()
}

/** Returns the command that starts the tests of the demo. */
function nodeFor(cwd: string, { environment }: Pick<Io, 'environment'>): string {
  return findProgram('node', { cwd, searchPath: environment.PATH ?? '' }) === undefined ? process.execPath : 'node'
}

/** Makes a code that lets an owner in once. If there are no users yet, makes the first one, whose token is returned too. */
async function letOwnerIn(
  { access }: Pick<Gateway, 'access'>,
  attempt = 1,
): Promise<{ readonly code: string; readonly token?: string }> {
  const { users, codes } = access
  const owner = (await users.list()).find(({ role, disabledAt }) => role === 'owner' && disabledAt === undefined)
  if (owner !== undefined) return { code: await codes.createLogin({ userId: owner.id }) }
  const name = attempt === 1 ? 'owner' : `owner-${attempt}`
  const created = await users.create({ name, role: 'owner', createdBy: 'first start' })
  // Another node was first, or the name belongs to somebody who is not an owner.
  if (typeof created === 'string') return letOwnerIn({ access }, attempt + 1)
  return { code: await codes.createLogin({ userId: created.user.id }), token: created.token }
}
