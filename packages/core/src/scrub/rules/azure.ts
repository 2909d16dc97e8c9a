import type { ScrubRule } from '../scrub-rule.ts'

/** Microsoft Azure and Entra. */
export const azureRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'azure-client-secret',
    keywords: ['q~'],
    lead: '(?<![\\w~.-])[\\w~.]{3}\\d',
    pattern: 'Q~[\\w~.-]{31,34}(?![\\w~-])',
    entropy: 3.2,
  },
  {
    kind: 'token',
    id: 'azure-account-key',
    keywords: ['accountkey=', 'sharedaccesskey='],
    pattern: '(?:accountkey|sharedaccesskey)=(?<secret>[A-Za-z0-9+/]{40,100}={0,2})',
    ignoreCase: true,
    boundary: 'none',
    entropy: 3.5,
  },
  {
    kind: 'token',
    id: 'azure-signed-key',
    keywords: ['jqqj99', '+ast', 'azse', 'azfu', 'acdb', '+acr', 'azca'],
    lead: '(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{42,60}',
    pattern: '(?:JQQJ99|\\+ASt|AzSe|AzFu|ACDb|\\+ACR|AzCa)[A-Za-z0-9+/]{10,40}={0,2}',
    entropy: 3.5,
  },
  {
    kind: 'token',
    id: 'azure-shared-access-signature',
    keywords: ['sig='],
    pattern: 'sig=(?<secret>[A-Za-z0-9%+/]{40,100}(?:%3D|=){1,2})',
    ignoreCase: true,
    entropy: 3.5,
  },
  {
    kind: 'token',
    id: 'azure-devops-token',
    keywords: ['azdo'],
    lead: '(?<![A-Za-z0-9])[A-Za-z0-9]{64,76}',
    pattern: 'AZDO[A-Za-z0-9]{4}(?!\\w)',
  },
]
