import { openPage } from '@drawbridge/dashboard'
import { statement } from '@drawbridge/store/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway, type TestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'

type Page = OpenedPage['page']

const policyWith = (...rules: readonly (readonly [id: string, tools: string, verdict: string])[]) =>
  JSON.stringify({
    permissions: {
      rules: rules.map(([id, tools, verdict]) =>
        Object.fromEntries([
          ['id', id],
          ['tools', tools],
          ['then', verdict],
        ]),
      ),
    },
  })
const denied = ['no-reads', 'fs.read_file', 'deny'] as const
const allowed = ['all-writes', 'fs.write_file', 'allow'] as const
const provenAt = statement<[at: number]>('update gateway_sessions set proven_at = $1')

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('the policy on the page of a gateway', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  /** Signs an operator in, and opens the page of the policy. */
  async function openPolicy(open: TestGateway, name: string, tab: string) {
    const { user, send } = await open.signIn('operator', name)
    const codeFor = () => open.gateway.access.codes.createLogin({ userId: user.id })
    const opened = await openDashboard(browser, open.url, `/policy#code=${await codeFor()}`)
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    await opened.page.getByRole('link', { name: tab, exact: true }).click()
    return { ...opened, send, codeFor }
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function write(page: Page, policy: string) {
    await button(page, 'Begin a draft').click()
    await page.getByLabel('Your draft of the policy').fill(policy)
    await button(page, 'Save and check the draft').click()
    await page.getByText('The draft has no faults.').waitFor()
    await page.getByText('is not saved yet').waitFor({ state: 'detached' })
  }

  // 15
  it('explains why a call is denied, with its rule, file and line, and makes a test of it that runs in the draft', async () => {
    const configuration = JSON.parse(policyWith(denied)) as object
    const open = await openTestGateway({ page: openPage(), script: [], configuration })
    await using opened = await openPolicy(open, 'ada', 'Explain')
    const { page } = opened
    await page.getByLabel('Tool', { exact: true }).fill('fs.read_file')
    await page.getByLabel('Arguments (JSON)').fill('{"path":"a.md"}')
    await button(page, 'Explain').click()
    await page
      .locator('[role=status]')
      .getByText(/no-reads .*drawbridge\.jsonc:1/)
      .first()
      .waitFor()
    expect(opened.faults).toEqual([])
    await button(page, 'Make a test of it').click()
    const tests = page.getByRole('region', { name: 'Tests', exact: true })
    await tests.getByText('fs.read_file {"path":"a.md"}').waitFor()
    await button(page, 'Run the tests').click()
    await tests.getByText('1 of 1 tests passed').waitFor()
    await tests.getByText(/passed: deny.*no-reads.*drawbridge\.jsonc:1/).waitFor()
    await tests.getByLabel('Expected').selectOption('allow')
    await tests.getByText('1 of 1 tests passed').waitFor({ state: 'detached' })
    await button(page, 'Run the tests').click()
    await tests.getByText(/failed: expected allow, got deny/).waitFor()
    expect(await tests.locator('[role=status]').textContent()).toBe('0 of 1 tests passed')

    await button(page, 'Apply…').click()
    await button(page, 'Apply to all nodes').click()
    await page.getByText('Version 1 is in force on 1 nodes.').waitFor()
    await button(page, 'Begin a draft').click()
    await tests.getByText('fs.read_file {"path":"a.md"}').waitFor()
    // The browser notes each answer that there is no draft yet.
    expect(opened.faults.filter((fault) => !fault.includes('404 (Not Found)'))).toEqual([])
  })

  // 16
  it('tries a wider draft, asks for a proof, shows both sides to the second editor, and goes back to a version', async () => {
    const open = await openTestGateway({ page: openPage() })
    await using ada = await openPolicy(open, 'ada', 'Draft')
    await using bob = await openPolicy(open, 'bob', 'Draft')
    await ada.send('POST', '/v1/tools/fs.write_file/invoke', { body: { arguments: { path: 'a.md', content: 'x' } } })
    await write(bob.page, policyWith(denied))
    await button(bob.page, 'Apply…').click()
    await write(ada.page, policyWith(allowed))
    await ada.page.getByText('▲ may allow more').first().waitFor()
    await button(ada.page, 'Simulate the draft').click()
    await ada.page
      .getByText(/\d calls, \d would be decided otherwise/)
      .first()
      .waitFor()

    await open.gateway.database.run(provenAt, Date.now() - 11 * 60_000)
    await button(ada.page, 'Apply…').click()
    await button(ada.page, 'Apply to all nodes').click()
    const again = ada.page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByRole('textbox', { name: 'Code' }).fill(await ada.codeFor())
    await again.getByRole('button', { name: 'Sign in' }).click()
    await ada.page.getByText('Version 1 is in force on 1 nodes.').waitFor()

    // 412: nothing is lost, and both sides are shown.
    await button(bob.page, 'Apply to all nodes').click()
    await bob.page.getByText('Somebody changed the policy since you began the draft.').first().waitFor()
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await bob.page.getByText('Now in the database (version 1)').waitFor()
    await bob.page.getByLabel('Your draft of the policy').fill(policyWith(allowed, denied))
    await button(bob.page, 'Save: I have their changes').click()
    await bob.page.getByText('Now in the database').waitFor({ state: 'detached' })
    await button(bob.page, 'Apply…').click()
    await button(bob.page, 'Apply to all nodes').click()
    await bob.page.getByText('Version 2 is in force on 1 nodes.').waitFor()

    await bob.page.getByRole('link', { name: 'History', exact: true }).click()
    await button(bob.page, 'Make a draft of this').nth(1).click()
    await button(bob.page, 'Apply…').click()
    await bob.page.getByText('This may allow more', { exact: false }).waitFor()
    await button(bob.page, 'Apply to all nodes').click()
    const { codeFor } = bob
    const proof = bob.page.getByRole('dialog', { name: 'Sign in again' })
    await proof.getByRole('textbox', { name: 'Code' }).fill(await codeFor())
    await proof.getByRole('button', { name: 'Sign in' }).click()
    await bob.page.getByText('Version 3 is in force on 1 nodes.').waitFor()
    expect((await ada.send('GET', '/v1/policy/versions')).json.items).toMatchObject([
      { version: 3, by: 'bob', note: 'Back to version 1' },
      { version: 2, by: 'bob' },
      { version: 1, by: 'ada' },
      {},
    ])
  })
})
