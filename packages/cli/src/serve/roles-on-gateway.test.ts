import { openPage } from '@drawbridge/dashboard'
import { userRoles } from '@drawbridge/room'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway, type TestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'

/** Requests by the hundred, as these tests send them. */
const section = { requests: { burst: 5_000, perSecond: 1_000 } }

/** The pages in their order, with the operation that each shows; undefined for what everybody has. */
const pages = Object.entries({
  inbox: 'listApprovals',
  live: 'listSessions',
  chat: 'createSession',
  overview: 'getStats',
  sessions: 'listSessions',
  audit: 'listAudit',
  flow: 'getFlowReport',
  policy: 'getPolicy',
  grants: 'listGrants',
  tools: 'listTools',
  servers: 'listMcpServers',
  custom: 'listCustomTools',
  credentials: 'listSecrets',
  agents: 'listAgents',
  teams: 'listTeams',
  delegations: 'listDelegations',
  tasks: 'listTasks',
  memory: 'listMemory',
  knowledge: 'searchKnowledge',
  skills: 'listSkills',
  schedules: 'listSchedules',
  jobs: 'listJobs',
  settings: undefined,
})

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly role: string
}

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('roles on the page of a gateway', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  async function openAs(open: TestGateway, { id: userId }: { readonly id: string }) {
    const code = await open.gateway.access.codes.createLogin({ userId })
    const opened = await openDashboard(browser, open.url, `/settings#code=${code}`)
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    return opened
  }

  // 21
  it.each(userRoles)(
    'shows a person of the role %s what the description of the API allows, and asks for nothing else',
    async (role) => {
      const open = await openTestGateway({ page: openPage(), section })
      const { user } = await open.signIn(role)
      await using opened = await openAs(open, user)
      const { page } = opened
      const traffic = watchTraffic(page)
      const operations = await describedOperations(page)
      const mayUse = ({ role: least }: Pick<Operation, 'role'>) => rankOf(role) >= rankOf(least)
      const allowed = new Set(operations.filter(mayUse).map(({ id }) => id))
      const listed = pages.filter(([, needs]) => needs === undefined || allowed.has(needs)).map(([id]) => id)
      expect(await pagesInNavigation(page)).toEqual(listed)

      for (const [id] of pages) {
        await goTo(page, `/${id}`)
        const isListed = listed.includes(id)
        if (!isListed) await page.getByText('There is no such page, or you may not see it.').waitFor()
        await traffic.settle()
      }
      expect(traffic.refused).toEqual([])

      const forbidden = operations.filter((operation) => !mayUse(operation))
      const answers = await sendEach(page, forbidden)
      expect(answers.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
      expect(answers).toHaveLength(forbidden.length)
      if (role !== 'owner') expect(forbidden.length).toBeGreaterThan(0)
      expect(open.errors).toEqual([])
    },
  )

  // 21
  it('takes from an open page what its person may no longer see, without a click', async () => {
    const open = await openTestGateway({ page: openPage(), section })
    const [owner, { user, send }] = [await open.signIn('owner'), await open.signIn('operator')]
    await owner.send('PUT', '/v1/secrets/NPM_TOKEN', { body: { value: ['a', 'long', 'value', '12345'].join('-') } })
    await using opened = await openAs(open, user)
    const { page } = opened
    await page.locator('[data-connection=live]').waitFor()
    await goTo(page, '/credentials')
    await page.getByText('NPM_TOKEN').first().waitFor()
    const change = await owner.send('PATCH', `/v1/users/${user.id}`, { body: { role: 'viewer' } })
    expect(change.status).toBe(200)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('NPM_TOKEN').count()).toBe(0)
    expect((await send('GET', '/v1/secrets')).status).toBe(401)

    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(await open.gateway.access.codes.createLogin({ userId: user.id }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('nav[aria-label=Pages] a').first().waitFor()
    expect(await pagesInNavigation(page)).not.toContain('credentials')
    expect(await page.getByText('NPM_TOKEN').count()).toBe(0)
  })
})

function rankOf(role: string): number {
  const ranks: readonly string[] = userRoles
  return ranks.indexOf(role)
}

type Page = OpenedPage['page']

async function pagesInNavigation(page: Page): Promise<readonly string[]> {
  const links = page.locator('nav[aria-label=Pages]').first().locator('a')
  return links.evaluateAll((all) =>
    all.map((link) => new URL((link as unknown as { readonly href: string }).href).pathname.slice(1)),
  )
}

/** Goes to an address within the page, as a link would. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { history, PopStateEvent, dispatchEvent } = globalThis as unknown as {
      readonly history: { pushState(data: object, unused: string, to: string): void }
      readonly PopStateEvent: new (type: string) => Event
      readonly dispatchEvent: (event: Event) => void
    }
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Watches the requests of a page. `settle` resolves once none is on its way. */
function watchTraffic(page: Page) {
  const refused: string[] = []
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(`${response.status()} ${response.url()}`)
  })
  const settle = async () => {
    await page.locator('main').locator('p, li, h1, h2, h3, td, input').first().waitFor()
    await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0)
  }
  return { refused, settle }
}

/** Reads the operations with their roles as the description of the API says them to this person. */
function describedOperations(page: Page): Promise<readonly Operation[]> {
  return page.evaluate(async () => {
    const half = localStorage.getItem('drawbridge.session') ?? ''
    const answer = await fetch('/v1/openapi.json', { headers: { 'x-drawbridge-session': half } })
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { operationId: string; 'x-role': string }>>
    }
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({
        ...{ id: one.operationId, method: method.toUpperCase(), path },
        role: one['x-role'] ?? 'open',
      })),
    )
  })
}

/** Sends a request for each operation from within the page, and returns how each was answered. */
function sendEach(page: Page, operations: readonly Operation[]) {
  return page.evaluate(async (all) => {
    const headers = {
      'content-type': 'application/json',
      'x-drawbridge-session': localStorage.getItem('drawbridge.session') ?? '',
    }
    const answers: { readonly id: string; readonly status: number }[] = []
    for (const { id, method, path } of all) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
      const answer = await fetch(path.replaceAll(/\{\w+\}/g, 'x'), { method, headers, ...body })
      answers.push({ id, status: answer.status })
    }
    return answers
  }, operations)
}
