import { expect, test } from 'vitest'
import { createPathMap } from '../backend/create-path-map.ts'
import { imageFolders } from './image-folders.ts'

const paths = createPathMap({
  places: [
    { host: '/home/me/project', inside: '/workspace' },
    { host: '/opt/tools', inside: '/opt/tools' },
  ],
})

test.each([
  ['/usr/local/bin:/usr/bin:/bin', '/usr/local/bin:/usr/bin:/bin'],
  ['/workspace/bin:/usr/bin', '/usr/bin'],
  ['/workspace:/usr/bin:/workspace/', '/usr/bin'],
  ['/usr/../workspace/bin:/usr//bin/', '/usr//bin/'],
  ['/opt/tools/bin:/opt/other/bin', '/opt/other/bin'],
  ['.:bin::/bin:../workspace', '/bin'],
  ['', ''],
])('of "%s" what the image brings is "%s"', (searchPath, expected) => {
  expect(imageFolders(searchPath, paths)).toBe(expected)
})
