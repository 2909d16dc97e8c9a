import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { openPage } from '@drawbridge/dashboard'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'

const program = fileURLToPath(new URL('../../../mcp-client/src/__fixtures__/script-server.ts', import.meta.url))
const offer = JSON.stringify({
  tools: [{ name: 'find_issue', description: 'Finds.', inputSchema: { type: 'object' } }],
})

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('the page without a mouse', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  // 5
  it('signs in, allows one call, denies another with a reason, applies a policy and adds a server', async () => {
    const rules = [JSON.parse('{"id":"ask-lists","tools":"fs.list_files","then":"ask"}')]
    const open = await openTestGateway({ page: openPage(), script: [], configuration: { permissions: { rules } } })
    for (const name of ['first', 'second']) await mkdir(join(open.workspace, name))
    const [{ user, send }, member] = [await open.signIn('operator', 'ada'), await open.signIn('member', 'bob')]
    await using opened = await openDashboard(browser, open.url, '/')
    const { page } = opened
    const keys = keyboardOf(page)

    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    await keys.tabTo(page.getByRole('textbox', { name: 'Code' }))
    await page.keyboard.type(await open.gateway.access.codes.createLogin({ userId: user.id }))
    await keys.press('Enter')
    await page.getByRole('navigation', { name: 'Pages' }).first().waitFor()
    await keys.expectFocus()

    const call = (path: string) =>
      member.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: { path } } })
    const calls = [call('first')]
    await vi.waitFor(async () => expect((await send('GET', '/v1/approvals')).json.items).toHaveLength(1), 30_000)
    calls.push(call('second'))
    await keys.press('g', 'i')
    const rows = page.locator('main a[href^="/inbox/"]')
    await rows.nth(1).waitFor()
    await answerWith('y')
    await page.getByText('Allow once, by ada').waitFor()
    await keys.expectFocus()
    await keys.press('j')
    await page.getByText('second').first().waitFor()
    await answerWith('r')
    await page.getByLabel('The reason, which the agent reads').waitFor()
    await page.keyboard.type('not before the release')
    await keys.tabTo(page.getByRole('button', { name: 'Send the denial' }))
    await quiet(page)
    await keys.press('Enter')
    const outcomes = await Promise.all(calls)
    expect(outcomes.map(({ json }) => json.status)).toEqual(['ok', 'denied'])
    expect(outcomes[1]?.text).toContain('not before the release')
    await page.getByText('Deny, by ada').waitFor()
    await keys.expectFocus()

    await keys.press('g', 'p')
    await keys.tabTo(page.getByRole('link', { name: 'Draft', exact: true }))
    await keys.press('Enter')
    await keys.activate('Begin a draft')
    const draft = page.getByLabel('Your draft of the policy')
    await keys.tabTo(draft)
    await keys.press('Control+a')
    await page.keyboard.insertText(JSON.stringify({ tools: { deny: ['fs.delete'] } }))
    await keys.activate('Save and check the draft')
    await page.getByText('The draft has no faults.').waitFor()
    await page.getByText('is not saved yet').waitFor({ state: 'detached' })
    await keys.activate('Apply…')
    await keys.activate('Apply to all nodes')
    await page.getByText('Version 1 is in force on 1 nodes.').waitFor()
    await keys.expectFocus()

    await keys.press('g', 'm')
    await keys.activate('Add to MCP servers')
    const fields: readonly (readonly [label: string, text: string])[] = [
      ['Name, which begins', 'tracker'],
      ['Program, or address', execPath],
      ['Arguments of the program', `${program}\n${offer}`],
      ['Further settings', '{"era": "legacy"}'],
    ]
    for (const [label, text] of fields) {
      await keys.tabTo(page.getByLabel(label))
      await page.keyboard.insertText(text)
    }
    await keys.activate('Connect and look')
    await page.getByText('New tool find_issue').waitFor()
    await keys.activate('Add it, and let agents use these tools')
    await page.getByRole('heading', { name: 'tracker' }).waitFor()
    await keys.expectFocus()
    expect((await send('GET', '/v1/mcp/servers')).json.items).toMatchObject([{ id: 'tracker', state: 'waiting' }])
    expect(new URL(page.url()).pathname).toBe('/servers/tracker')
    expect(open.errors).toEqual([])

    /** Goes to the open card, waits as long as a person would, and presses the key. */
    async function answerWith(key: string): Promise<void> {
      await keys.press('o')
      await page.locator('[data-armed=true]').waitFor()
      await quiet(page)
      await keys.press(key)
    }
  })
})

/** The parts of a window that these tests look at. */
interface InPage {
  readonly document: { readonly activeElement: Element | null; readonly body: Element }
  getComputedStyle(element: Element): { readonly outlineStyle: string; readonly outlineWidth: string }
}

interface Element {
  readonly tagName: string
}

/** Waits until a key counts as meant: keys that follow others at once answer nothing. */
async function quiet(page: OpenedPage['page']): Promise<void> {
  const start = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from]) => performance.now() - Number(from) > 500, [start] as const)
}

/** Returns a person's keyboard, which fails as soon as the focus is nowhere or cannot be seen. */
function keyboardOf(page: OpenedPage['page']) {
  const expectFocus = async () => {
    const focus = () =>
      page.evaluate(() => {
        const { document, getComputedStyle } = globalThis as unknown as InPage
        const element = document.activeElement ?? document.body
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return { at: element.tagName, isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 }
      })
    // Both are judged of one moment: the page may change between two looks.
    let last: Awaited<ReturnType<typeof focus>> | undefined
    const look = async () => {
      last = await focus()
      return last
    }
    await expect.poll(look, { timeout: 5_000 }).toMatchObject({ isSeen: true })
    expect(last?.at).not.toBe('BODY')
  }
  const press = async (...names: readonly string[]) => {
    for (const name of names) await page.keyboard.press(name)
    await expectFocus()
  }
  const tabTo = async (target: ReturnType<OpenedPage['page']['locator']>) => {
    await target.first().waitFor()
    for (let step = 0; step < 120; step += 1) {
      if (
        await target.first().evaluate((element) => element === (globalThis as unknown as InPage).document.activeElement)
      )
        return
      await press('Tab')
    }
    throw new Error(`The Tab key never reaches ${target}.`)
  }
  const activate = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await tabTo(button)
    await expect.poll(() => button.first().getAttribute('aria-disabled')).toBeNull()
    await press('Enter')
  }
  return { expectFocus, press, tabTo, activate }
}
