import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { isRequired } from '../../../../scripts/test-support/is-required.ts'
import { sampleState } from '../testing/answer-request.ts'
import { findBarriers } from '../testing/find-barriers.ts'
import { type FixtureServer, openFixtureServer } from '../testing/fixture-server.ts'
import { differenceFrom, keepForDocuments } from '../testing/match-picture.ts'
import { chromiumPath, type OpenedPage, openDashboard, startBrowser } from '../testing/open-browser.ts'
import { sampleNow } from '../testing/sample-approvals.ts'

/** Every page with its full state, and words that show that it is there. */
const addresses: readonly (readonly [path: string, words: string])[] = [
  ['/inbox', 'Runs 2 commands'],
  ['/inbox?tab=questions', 'Which branch'],
  ['/inbox?tab=access', 'agent builder asks for send_mail'],
  ['/inbox?tab=decided', 'Nothing was decided'],
  ['/live', 'No call since'],
  ['/chat', 'What is in this folder?'],
  ['/chat/ses_ship', 'publish the fix branch'],
  ['/overview', 'Calls by outcome'],
  ['/sessions', 'twenty thousand calls'],
  ['/sessions/ses_ship?call=call_3', 'Explain under the policy'],
  ['/sessions/ses_ship?tab=conversation', 'publish the fix branch'],
  ['/sessions/ses_ship?tab=events', 'tool.denied'],
  ['/audit', '#48110'],
  ['/flow', 'guard would have asked'],
  ['/policy', 'drawbridge.jsonc:4'],
  ['/policy?tab=set', 'tools.allow'],
  ['/policy?tab=explain&tool=fs.delete', 'Arguments (JSON)'],
  ['/policy?tab=rules', 'no-delete'],
  ['/policy?tab=simulate', 'Simulate the draft'],
  ['/policy?tab=shadow', 'decides nothing'],
  ['/policy?tab=history', 'deny deletes'],
  ['/grants', 'read files directly in'],
  ['/tools', 'Try it'],
  ['/servers', 'degraded'],
  ['/custom', 'disk_usage'],
  ['/credentials', 'GH_TOKEN'],
  ['/agents', 'Plans and hands out'],
  ['/teams', 'builder, tester'],
  ['/tasks', 'Deploy'],
  ['/memory', 'All prices are net'],
  ['/skills', 'How a release is made'],
  ['/schedules', 'nightly report'],
  ['/jobs', 'knowledge.learn'],
  ['/settings', 'Keys without a modifier'],
  ['/settings/users', 'first start'],
  ['/settings/nodes', 'Drain'],
]

interface Look {
  readonly width: number
  readonly height: number
  readonly theme: string
}

const wideLight: Look = { width: 1280, height: 900, theme: 'light' }
const wideDark: Look = { width: 1280, height: 900, theme: 'dark' }
const narrowLight: Look = { width: 390, height: 844, theme: 'light' }
const narrowDark: Look = { width: 390, height: 844, theme: 'dark' }

const often = [
  ['/inbox', 'Runs 2 commands'],
  ['/sessions/ses_ship?call=call_3', 'Explain under the policy'],
  ['/overview', 'Calls by outcome'],
  ['/policy', 'drawbridge.jsonc:4'],
  ['/tools', 'Try it'],
] as const

const documented = [
  ['/inbox', 'Runs 2 commands', 'inbox.png'],
  ['/sessions/ses_ship?call=call_3', 'Explain under the policy', 'session.png'],
  ['/overview', 'Calls by outcome', 'overview.png'],
] as const

const templates = [
  ['/inbox', '/approvals', 'Nothing waits'],
  ['/sessions', '/sessions', 'No session was recorded yet.'],
  ['/audit', '/audit', 'Nothing'],
  ['/grants', '/grants', 'Nobody allowed anything beyond one call.'],
  ['/memory', '/memory', 'Nothing is remembered yet.'],
  ['/tasks', '/tasks', 'No task has been made.'],
] as const

const problem = { title: 'The server has failed.', status: 500, code: 'internal_error' }
const stateAnswers = {
  empty: { status: 200, body: { items: [], next: null, asOf: null } },
  loading: { status: 0, body: {} },
  error: { status: 500, body: problem },
}

/** Questions that wait for hours: a page that is looked at for minutes shows the same all the time, but for a digit. */
function unhurriedState(): ReturnType<typeof sampleState> {
  const state = sampleState()
  for (const [id, approval] of state.approvals)
    state.approvals.set(id, {
      ...approval,
      waitsUntil: sampleNow + 36_000_000,
      answerableUntil: sampleNow + 72_000_000,
    })
  return state
}

/** Goes to another page without loading everything again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function look(page: Page, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
}

function nameOf(path: string, { width, theme }: Look): string {
  return `${path.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}-${width}-${theme}`
}

describe.skipIf(chromiumPath === undefined && !isRequired('chromium'))('the page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  // 1
  it('takes the code from the address, which then shows it no longer', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/#code=ABCD-2345')
    await opened.page.getByText('Runs 2 commands').first().waitFor()
    expect(opened.page.url()).toBe(`${server.url}/inbox`)
    expect(server.state.reads.join()).not.toContain('ABCD')
    expect(opened.faults).toEqual([])
  })

  // 2
  it('says the same about a code that was used and one that never was', async () => {
    await using server = await openFixtureServer(unhurriedState())
    server.state.codes.clear()
    for (const code of ['ABCD-2345', 'WRON-GONE']) {
      await using opened = await openDashboard(browser, server.url, `/#code=${code}`)
      await opened.page.getByText('That did not match, or it is no longer valid.').waitFor()
      expect(server.state.reads).toEqual([])
    }
  })

  // 4: one window goes through all pages, every other one narrow and dark. Each look of each page would take minutes.
  describe('a window that goes through all pages', () => {
    let server: FixtureServer
    let opened: OpenedPage
    let bench: Page
    beforeAll(async () => {
      server = await openFixtureServer(unhurriedState())
      opened = await openDashboard(browser, server.url, '/inbox')
      bench = await browser.newPage()
    })
    afterAll(async () => {
      await bench.close()
      await opened[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    })

    it.each(addresses.map(([path, words], index) => [path, words, index % 2 === 1] as const))(
      'finds no barrier, no error and no foreign request at %s',
      async (path, words, isNarrow) => {
        const { page, faults } = opened
        const before = faults.length
        await look(page, isNarrow ? narrowDark : wideLight)
        await goTo(page, path)
        // A narrow window shows a list first, with what it can show beside it hidden.
        await page
          .getByText(words)
          .first()
          .waitFor({ state: isNarrow ? 'attached' : 'visible' })
        expect(await findBarriers(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          isNarrow ? 390 : 1280,
        )
        expect(faults.slice(before)).toEqual([])
        await page.mouse.move(0, 0)
        expect(await differenceFrom(page, bench, nameOf(path, isNarrow ? narrowDark : wideLight))).toBeUndefined()
      },
    )

    // The other looks of the pages that are looked at most.
    it.each(often.flatMap(([path, words]) => [narrowLight, wideDark].map((one) => [path, words, one] as const)))(
      'looks as before at %s, with %s, in %o',
      async (path, words, one) => {
        const { page } = opened
        await look(page, one)
        await goTo(page, path)
        await page.getByText(words).first().waitFor({ state: 'attached' })
        expect(await findBarriers(page)).toEqual([])
        expect(await differenceFrom(page, bench, nameOf(path, one))).toBeUndefined()
      },
    )

    it.each(documented)('is pictured in the documents: %s', async (path, words, file) => {
      const { page } = opened
      await look(page, wideLight)
      await goTo(page, path)
      await page.getByText(words).first().waitFor()
      await keepForDocuments(page, `${repositoryRoot}/docs/pictures/${file}`)
      expect(existsSync(`${repositoryRoot}/docs/pictures/${file}`)).toBe(true)
    })

    // 25
    it.each(often)('stays complete at 320 px, in forced colours and with longer words: %s', async (path, words) => {
      const { page } = opened
      await page.emulateMedia({ forcedColors: 'active' })
      await look(page, { width: 320, height: 640, theme: 'light' })
      await goTo(page, path)
      await page.getByText(words).first().waitFor({ state: 'attached' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(
        await differenceFrom(page, bench, nameOf(path, { width: 320, height: 640, theme: 'forced' })),
      ).toBeUndefined()
      await page.emulateMedia({ forcedColors: 'none' })
    })
  })

  // 200 % zoom of a window of 1280 x 900, in the language with longer words.
  it('stays complete at 200 % zoom in a language with longer words', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/settings', { width: 640, height: 450 })
    const { page } = opened
    const bench = await browser.newPage()
    await page.evaluate(() => localStorage.setItem('drawbridge.language', 'pseudo'))
    await page.reload()
    for (const path of ['/inbox', '/sessions', '/overview', '/policy', '/settings']) {
      await goTo(page, path)
      await page.waitForTimeout(400)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 640])
      expect(
        await differenceFrom(page, bench, nameOf(path, { width: 640, height: 450, theme: 'pseudo' })),
      ).toBeUndefined()
    }
    await bench.close()
  })

  describe('a page whose server has nothing, is slow or fails', () => {
    it.each(templates)('says so at %s', async (path, resource, emptyWords) => {
      await using server = await openFixtureServer(unhurriedState())
      const bench = await browser.newPage()
      for (const state of ['empty', 'loading', 'error'] as const) {
        server.state.answers.set(resource, stateAnswers[state])
        await using opened = await openDashboard(browser, server.url, path)
        const { page } = opened
        const words = { empty: page.getByText(emptyWords), error: page.getByText('The server has failed.') }
        if (state === 'loading') await page.locator('main [aria-busy=true]').first().waitFor()
        else await words[state].first().waitFor()
        expect(await findBarriers(page)).toEqual([])
        expect(await differenceFrom(page, bench, `${nameOf(path, wideLight)}-${state}`)).toBeUndefined()
      }
      await bench.close()
    })
  })

  // 21
  it('lists only the pages whose operation the person may use', async () => {
    await using server = await openFixtureServer(unhurriedState())
    server.state.can = ['listSessions', 'listTools']
    await using opened = await openDashboard(browser, server.url, '/')
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    const names = await opened.page.locator('nav[aria-label=Pages] a').allTextContents()
    expect([...new Set(names)]).toEqual(['Live', 'Sessions', 'Tools', 'Settings'])
  })

  // 20
  it('shows stored attacks as text', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/chat/ses_ship')
    await opened.page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await opened.page.getByText('track (https://evil.example/p.png)').waitFor()
    expect(await opened.page.locator('main img').count()).toBe(0)
    expect(opened.faults).toEqual([])
  })

  // 24
  it('tells of a new build, and reloads only when the person wants', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/inbox/apr_write')
    const { page } = opened
    await page.locator('[data-armed=true]').waitFor()
    await page.getByRole('button', { name: 'Deny with reason' }).click()
    await page.getByLabel('The reason, which the agent reads').fill('not before the release')
    server.state.build = 'other'
    server.pause()
    await page.locator('[data-connection=reconnecting], [data-connection=offline]').first().waitFor()
    server.resume()
    await page.getByRole('button', { name: 'New version: reload' }).waitFor()
    expect(await page.getByLabel('The reason, which the agent reads').inputValue()).toBe('not before the release')
  })

  // 17
  it('opens a session of 20,000 calls with few rows, and jumps to the next incident', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/sessions/ses_large')
    const { page } = opened
    await page.getByText('src/part-0.ts').waitFor()
    expect(await page.locator('[role=row]').count()).toBeLessThan(100)
    expect(await page.locator('[data-total=calls]').textContent()).toBe('20,000')
    await page.getByRole('button', { name: 'Next denied, failed or asked' }).click()
    await page.locator('[role=row][aria-selected=true]').waitFor()
    expect(page.url()).toContain('call=call_40')
  })

  // 18
  it('draws few rows however many events come, and says what it counted', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/live')
    const { page } = opened
    await page.locator('[data-connection=live]').waitFor()
    for (let batch = 0; batch < 20; batch += 1)
      server.emit(
        'live',
        ...Array.from({ length: 150 }, (_, index) => ({
          type: 'tool.completed',
          toolCallId: `c${batch}-${index}`,
          tool: 'fs.read_file',
        })),
      )
    server.emit('live', { type: 'tool.denied', toolCallId: 'last', tool: 'fs.delete' })
    await page.getByText('1 denied').waitFor()
    await page.getByText('fs.delete').waitFor()
    expect(await page.locator('main li').count()).toBeLessThan(100)
  })

  // 5
  it('goes to pages, searches and lists its keys by the keyboard alone', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/inbox')
    const { page } = opened
    await page.getByText('Runs 2 commands').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByText('#48110').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('verify the chain').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('grant')
    await page.keyboard.press('Enter')
    await page.getByText('read files directly in').first().waitFor()
  })
})
