import { describe, expect, test } from 'vitest'
import { nameOfAddress } from './name-of-address.ts'

const password = ['made', 'up'].join('-')

describe('the URL of a PostgreSQL database', () => {
  test.each([
    [`postgres://user:${password}@host.example:5433/store`, 'host.example:5433/store'],
    [`postgresql://user:${password}@host.example/store?sslmode=require`, 'host.example/store'],
    [`postgres://user:${password}@[::1]:5432/store`, '[::1]:5432/store'],
    ['postgres:///store?host=/run/postgresql', '/run/postgresql/store'],
  ])('%s is called %s', (url, name) => {
    expect(nameOfAddress(url)).toBe(name)
  })

  test.each([
    `mysql://user:${password}@host/store`,
    `//user:${password}@host`,
    `${password}`,
    `postgres://a b:${password}`,
  ])('is refused without being shown where it is none: %#', (url) => {
    try {
      nameOfAddress(url)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', message: expect.stringContaining('postgres://user') })
      expect(`${(error as Error).stack}${String((error as Error).cause)}`).not.toContain(password)
    }
  })
})
