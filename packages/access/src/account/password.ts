import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const bytes = 32

/** Returns what is kept of a password: salt and hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

/**
 * Returns true if a password is the kept one. It takes as long for a user who does not exist or has no password.
 * @param kept What `hashPassword` returned; undefined if nothing is kept.
 */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = kept?.split('$') ?? []
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'))
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Longer passwords would only keep the processor busy. */
const longest = 1_024

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC').slice(0, longest), salt, bytes, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
