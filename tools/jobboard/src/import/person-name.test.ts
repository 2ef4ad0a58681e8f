import { expect, test } from 'vitest'
import { splitName } from './person-name.ts'

test.each([
  ['Robin Sample', 'Robin', 'Sample'],
  ['  Robin   James Sample ', 'Robin James', 'Sample'],
  ['Suharto', 'Suharto', 'Suharto'],
  ['Sample, Robin', 'Robin', 'Sample'],
  ['van der Sample, Robin J.', 'Robin J.', 'van der Sample'],
  ['SAMPLE, ROBIN', 'ROBIN', 'SAMPLE'],
  ['Ma, Ba', 'Ba', 'Ma'],
  ['Jack Ma', 'Jack', 'Ma'],
  ['Robin Sample Jr.', 'Robin', 'Sample'],
  ['Robin Sample, Jr.', 'Robin', 'Sample'],
  ['Sample Jr., Robin', 'Robin', 'Sample'],
  ['Sample, Robin, Jr.', 'Robin', 'Sample'],
  ['Robin Sample III', 'Robin', 'Sample'],
  ['Robin Sample Junior', 'Robin', 'Sample'],
  ['Robin Senior', 'Robin', 'Senior'],
  ['Robin Jr', 'Robin', 'Robin'],
  ['Robin Sample, Ph.D.', 'Robin', 'Sample'],
  ['Robin Sample, Ph. D.', 'Robin', 'Sample'],
  ['Robin Sample PhD', 'Robin', 'Sample'],
  ['Robin Sample, MBA, PMP', 'Robin', 'Sample'],
  ['Robin Sample, CCNA', 'Robin', 'Sample'],
  ['Robin Sample, B.A. (Hons)', 'Robin', 'Sample'],
  ['Robin Sample, M.D.', 'Robin', 'Sample'],
  ['Dr. Robin Sample', 'Robin', 'Sample'],
  ['Prof. Dr. Robin Sample, Dipl.-Ing.', 'Robin', 'Sample'],
  ['Sample, Dr. Robin', 'Robin', 'Sample'],
  ['Robin Sample (they/them)', 'Robin', 'Sample'],
  ['Robin van Sample', 'Robin', 'van Sample'],
  ['Maria de la Cruz', 'Maria', 'de la Cruz'],
  ['José Sousa e Silva', 'José Sousa', 'e Silva'],
  ['robin sample', 'robin', 'sample'],
  ['Haroun al-Rashid', 'Haroun', 'al-Rashid'],
  ['山田 太郎', '太郎', '山田'],
  ['山田　さくら', 'さくら', '山田'],
  ['김 철수', '철수', '김'],
  ['ロビン サンプル', 'ロビン', 'サンプル'],
  ['Sample,', 'Sample', 'Sample'],
])('%s is %s | %s', (full, firstName, lastName) => {
  expect(splitName(full)).toEqual({ firstName, lastName })
})

test.each(['', '  ', ', Robin', 'Sample, Robin, Oslo'])('%j is not split', (full) => {
  expect(splitName(full)).toBeUndefined()
})
