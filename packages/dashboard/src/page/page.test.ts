import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { isRequired } from '../../../../scripts/test-support/is-required.ts'
import { sampleState } from '../testing/answer-request.ts'
import { type FixtureServer, openFixtureServer } from '../testing/fixture-server.ts'
import { chromiumPath, type OpenedPage, openDashboard, startBrowser } from '../testing/open-browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

/** Returns what the checks for people who use other means find, as one line each. */
async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checks } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    interface Violation {
      readonly id: string
      readonly nodes: readonly { readonly html: string }[]
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await checks.run({ runOnly: tags })
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
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
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/#code=ABCD-2345')
    await opened.page.getByText('Runs 2 commands').first().waitFor()
    expect(opened.page.url()).toBe(`${server.url}/inbox`)
    expect(server.state.reads.join()).not.toContain('ABCD')
    expect(opened.faults).toEqual([])
  })

  // 2
  it('says the same about a code that was used and one that never was', async () => {
    await using server = await openFixtureServer(sampleState())
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
    beforeAll(async () => {
      server = await openFixtureServer(sampleState())
      opened = await openDashboard(browser, server.url, '/inbox')
    })
    afterAll(async () => {
      await opened[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    })

    it.each(addresses.map(([path, words], index) => [path, words, index % 2 === 1] as const))(
      'finds no barrier, no error and no foreign request at %s',
      async (path, words, isNarrow) => {
        const { page, faults } = opened
        const before = faults.length
        await page.setViewportSize(isNarrow ? { width: 390, height: 844 } : { width: 1280, height: 900 })
        await page.evaluate((to) => {
          history.pushState({}, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await page.evaluate(
          (theme) => {
            document.documentElement.dataset.theme = theme
          },
          isNarrow ? 'dark' : 'light',
        )
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
      },
    )
  })

  // 21
  it('lists only the pages whose operation the person may use', async () => {
    await using server = await openFixtureServer(sampleState())
    server.state.can = ['listSessions', 'listTools']
    await using opened = await openDashboard(browser, server.url, '/')
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    const names = await opened.page.locator('nav[aria-label=Pages] a').allTextContents()
    expect([...new Set(names)]).toEqual(['Live', 'Sessions', 'Tools', 'Settings'])
  })

  // 20
  it('shows stored attacks as text', async () => {
    await using server = await openFixtureServer(sampleState())
    await using opened = await openDashboard(browser, server.url, '/chat/ses_ship')
    await opened.page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await opened.page.getByText('track (https://evil.example/p.png)').waitFor()
    expect(await opened.page.locator('main img').count()).toBe(0)
    expect(opened.faults).toEqual([])
  })

  // 24
  it('tells of a new build, and reloads only when the person wants', async () => {
    await using server = await openFixtureServer(sampleState())
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
    await using server = await openFixtureServer(sampleState())
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
    await using server = await openFixtureServer(sampleState())
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
    await using server = await openFixtureServer(sampleState())
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
