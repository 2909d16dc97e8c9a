import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createCleanup } from '@drawbridge/core/base'
import { openPage } from '@drawbridge/dashboard'
import { openGateway } from '@drawbridge/gateway'
import { createDrawbridge } from '@drawbridge/sdk'
import { sampleState } from '../../packages/dashboard/src/testing/answer-request.ts'
import { openFixtureServer } from '../../packages/dashboard/src/testing/fixture-server.ts'
import { openDashboard, startBrowser } from '../../packages/dashboard/src/testing/open-browser.ts'
import { buildDashboard } from '../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../scripts/lib/repository-root.ts'
import { median } from '../lib/median.ts'
import type { Report } from '../lib/report.ts'

const rounds = 5
const goals = { approvalMs: 1_000, sessionMs: 1_500, framesPerSecond: 50, busyShare: 0.5, roleMs: 2_000 }
const eventsPerSecond = 1_000
const liveSeconds = 15

/**
 * Opens the dashboard in Chromium against a server with samples on this machine: the time until an approval can be read, the time until
 * a session of 20,000 calls shows its first rows, how smoothly it scrolls, and how busy Live is with many events. On a real gateway: the time
 * until an open page shows nothing more to a person whose role was changed. A test holds the size of the first page.
 */
export async function measure(): Promise<Report> {
  await buildDashboard(repositoryRoot)
  const browser = await startBrowser()
  try {
    const approvals: number[] = []
    const sessions: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      approvals.push(await timeTo(browser, '/inbox', 'Runs 2 commands'))
      sessions.push(await timeTo(browser, '/sessions/ses_large', 'src/part-0.ts'))
    }
    const frames = await framesOfScrolling(browser)
    const busy = await busyShareOfLive(browser)
    const roles: number[] = []
    for (let round = 0; round < rounds; round += 1) roles.push(await timeToLoseRole(browser))
    const roleMs = Math.max(...roles)
    const [approvalMs, sessionMs] = [median(approvals), median(sessions)]
    return {
      name: 'dashboard',
      columns: ['what', 'measured', 'goal'],
      rows: [
        ['first approval readable, ms', Math.round(approvalMs), goals.approvalMs],
        ['session of 20,000 calls, ms', Math.round(sessionMs), goals.sessionMs],
        ['scrolling that session, frames/s', Math.round(frames), goals.framesPerSecond],
        [`Live at ${eventsPerSecond} events/s, % of the main thread`, Math.round(busy * 100), goals.busyShare * 100],
        ['role taken away, longest time until the open page shows nothing of it, ms', Math.round(roleMs), goals.roleMs],
      ],
      goals: [
        { text: 'the first approval can be read within 1 s', met: approvalMs <= goals.approvalMs },
        { text: 'a session of 20,000 calls shows rows within 1.5 s', met: sessionMs <= goals.sessionMs },
        { text: 'a session of 20,000 calls scrolls at 50 frames/s', met: frames >= goals.framesPerSecond },
        { text: 'Live keeps the main thread at most half busy', met: busy <= goals.busyShare },
        { text: 'a role that is taken away takes effect in an open page within 2 s', met: roleMs <= goals.roleMs },
      ],
      details: [`Each time is the median of ${rounds} loads without a cache, from the request for the page on.`],
      data: { approvals, sessions, frames, roles },
    }
  } finally {
    await browser.close()
  }
}

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** Loads an address without a cache, and returns the time until the words can be read, in milliseconds. */
async function timeTo(browser: Browser, path: string, words: string) {
  await using server = await openFixtureServer(sampleState())
  await using opened = await openDashboard(browser, server.url, path)
  const { page, context } = opened
  const inspector = await context.newCDPSession(page)
  await inspector.send('Network.setCacheDisabled', { cacheDisabled: true })
  const startedAt = performance.now()
  await page.reload({ waitUntil: 'commit' })
  await page.getByText(words).first().waitFor()
  return performance.now() - startedAt
}

/** Takes the role of a person away whose page shows secrets' names, and returns the time until they are gone, in milliseconds. */
async function timeToLoseRole(browser: Browser): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-roles-'))
  await mkdir(join(folder, 'project'))
  await using cleanup = createCleanup()
  cleanup.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) })
  const drawbridge = cleanup.use(
    await createDrawbridge({
      ...{ workspace: join(folder, 'project'), home: join(folder, 'home'), record: 'database' },
      authority: { desk: true },
    }),
  )
  const server = cleanup.use(await openGateway({ drawbridge, build: 'bench', section: { port: 0 }, page: openPage() }))
  const { access } = server.gateway
  const created = await access.users.create({ name: 'ada', role: 'operator', createdBy: 'bench' })
  if (typeof created === 'string') throw new Error(`The user is ${created}.`)
  const code = await access.codes.createLogin({ userId: created.user.id })
  await using opened = await openDashboard(browser, server.url, `/credentials#code=${code}`)
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  await page.getByText('No credential is stored.').first().waitFor()
  const startedAt = performance.now()
  await access.users.change(created.user.id, { role: 'viewer' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  return performance.now() - startedAt
}

/** Scrolls through a session of 20,000 calls, by five rows in each frame, and returns the frames in a second. */
async function framesOfScrolling(browser: Browser): Promise<number> {
  await using server = await openFixtureServer(sampleState())
  await using opened = await openDashboard(browser, server.url, '/sessions/ses_large')
  await opened.page.locator('[role=row]').first().waitFor()
  const frames = await opened.page.evaluate<number>(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]')
    const startedAt = performance.now()
    let frames = 0
    const step = () => {
      frames += 1
      grid.scrollTop += 140
      const took = performance.now() - startedAt
      if (took < 3000) requestAnimationFrame(step)
      else resolve(frames / (took / 1000))
    }
    requestAnimationFrame(step)
  })`)
  return frames
}

/** Returns the share of time in which the main thread of Live works, while events come. */
async function busyShareOfLive(browser: Browser): Promise<number> {
  await using server = await openFixtureServer(sampleState())
  await using opened = await openDashboard(browser, server.url, '/live')
  await opened.page.locator('[data-connection=live]').waitFor()
  const inspector = await opened.context.newCDPSession(opened.page)
  await inspector.send('Performance.enable')
  const workedSeconds = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const [before, startedAt] = [await workedSeconds(), performance.now()]
  const batch = eventsPerSecond / 10
  for (let tick = 0; tick < liveSeconds * 10; tick += 1) {
    const events = Array.from({ length: batch }, (_, index) => ({
      type: index % 2 === 0 ? 'tool.started' : 'tool.completed',
      toolCallId: `c${tick}-${index >> 1}`,
      tool: 'fs.read_file',
    }))
    server.emit('live', ...events)
    await wait(Math.max(0, startedAt + (tick + 1) * 100 - performance.now()))
  }
  return ((await workedSeconds()) - before) / ((performance.now() - startedAt) / 1_000)
}
