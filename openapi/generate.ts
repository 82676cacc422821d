/** `npm run generate`: writes everything that is generated and committed. */
import { writeFileSync } from 'node:fs';
import { catalogueModule, cataloguePath } from './catalogue.ts';

writeFileSync(cataloguePath, catalogueModule());
