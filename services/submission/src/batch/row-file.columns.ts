import type { ColumnKind } from '@piecework/contracts';
import { IMAGE_FORMATS } from '@piecework/contracts/constants';
import { pictureAddressOf } from '@piecework/domain';
import type { Column } from './batch';
import { addFault, emptyFaults, type FaultList } from './row-file.faults';

const NAME_LENGTH = 40;

/** 'Bild-URL' → 'bild_url', 'Größe' → 'grosse'; nothing for names in other letters. */
const plainName = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, NAME_LENGTH)
    .replace(/_$/, '');

/** By the rule of names of forms, and different from each other. */
export const namesOf = (head: readonly string[]): string[] => {
  const taken = new Set<string>();
  for (const [index, header] of head.entries()) {
    const plain = plainName(header);
    const base = /^[a-z]/.test(plain) ? plain : `column_${plain || index + 1}`.slice(0, NAME_LENGTH);
    let name = base;
    for (let count = 2; taken.has(name); count++)
      name = `${base.slice(0, NAME_LENGTH - 1 - `${count}`.length)}_${count}`;
    taken.add(name);
  }
  return [...taken];
};

const PICTURE_HEADER = /image|picture|photo|foto|img|bild|thumbnail|screenshot|ছবি|(^|[^\p{L}])pics?([^\p{L}]|$)/iu;
const PICTURE_ADDRESS = new RegExp(`^https://[^/?#]+/[^?#]*\\.(jpg|${IMAGE_FORMATS.join('|')})(?:[?#]|$)`, 'i');
const KEY_NAME = /(^|_)(id|key|ref|reference|sku|number|no|nr|code)(_|$)/;
const KEY_LENGTH = 100;

const isUpload = (value: string): boolean => !pictureAddressOf(value).isRemote;
/** Uploads of a local installation have http addresses. */
export const isAddress = (value: string): boolean =>
  isUpload(value) || (/^https:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value));

/** Undefined for an address. */
export const addressFault = (label: string, value: string): string | undefined => {
  if (isAddress(value)) return undefined;
  return /^https:.*\s/is.test(value)
    ? `${label} contains a space. Write it as %20`
    : `${label} must be an https address`;
};

/** Reads a column value by value. Its size does not follow theirs. */
export interface ColumnReader {
  name: string;
  label: string;
  read(value: string, row: number): void;
  kind(): 'text' | 'picture' | 'link';
  /** Whether each row has another value, which is no address. */
  isKey(): boolean;
  /** Of a column of pictures: its values that are none. */
  faults(): FaultList;
}

/** @param kind of a column that the batch has; absent: the values tell it */
const createColumnReader = (name: string, label: string, kind?: ColumnKind): ColumnReader => {
  const isNamedPicture = PICTURE_HEADER.test(label);
  const others = emptyFaults();
  /** `pictures` are also those whose address has a fault. */
  let [filled, addresses, pictures] = [0, 0, 0];
  /** Hashes of the values; undefined for a column that is no key. */
  let seen: Set<number> | undefined = new Set();

  const readKey = (value: string): void => {
    const size = seen?.size;
    if (value === '' || value.length > KEY_LENGTH || seen?.add(hashOf(value)).size === size) seen = undefined;
  };
  const hasPictures = () => pictures * 2 >= filled;

  return {
    name,
    label,
    read: (value, row) => {
      const message = addressFault(label, value);
      readKey(message === undefined ? '' : value);
      if (value === '') return;
      filled += 1;
      if (isUpload(value) || (isNamedPicture ? /^https:\/\//i : PICTURE_ADDRESS).test(value)) pictures += 1;
      if (message === undefined) addresses += 1;
      else addFault(others, { row, column: name, message });
    },
    kind: () => {
      if (filled === 0 || addresses < filled) return 'text';
      return hasPictures() ? 'picture' : 'link';
    },
    isKey: () => seen !== undefined,
    faults: () => ((kind === undefined ? hasPictures() : isOfAddresses(kind)) ? others : emptyFaults()),
  };
};

export const isOfAddresses = (kind: ColumnKind | undefined): boolean => kind === 'picture' || kind === 'link';

/** @param head texts on one line @param known columns of the batch to which the rows are added */
export const openColumns = (head: readonly string[], known: readonly Column[] = []): ColumnReader[] =>
  namesOf(head).map((name, index) => {
    const kind = known.find((column) => column.name === name)?.kind;
    return createColumnReader(name, head[index] || `Column ${index + 1}`, kind);
  });

/** What a file with these columns lacks, or has beyond those of its batch. It may lack those of expected values. */
export const otherColumns = (
  known: readonly Column[],
  given: readonly Pick<Column, 'name' | 'label'>[],
): string | undefined => {
  const labels = (columns: readonly Pick<Column, 'label'>[]) => columns.map(({ label }) => `“${label}”`).join(', ');
  const unknown = given.filter(({ name }) => !known.some((column) => column.name === name));
  if (unknown.length > 0) return `The batch has no column ${labels(unknown)}. It has ${labels(known)}`;
  const missing = known.filter(({ name, kind }) => kind !== 'expected' && !given.some((one) => one.name === name));
  return missing.length > 0 ? `The file lacks the column ${labels(missing)} of the batch` : undefined;
};

/** 'expected.total': the right values of the field `total`. */
const EXPECTED_HEADER = /^expected\.([a-z][a-z0-9_]*)$/i;

/** The key is the first column that can be one and is named so; else the first that can be one. */
export const columnsOf = (readers: readonly ColumnReader[]): Column[] => {
  const keys = readers.filter(({ label, isKey }) => !EXPECTED_HEADER.test(label) && isKey());
  const key = keys.find(({ name }) => KEY_NAME.test(name)) ?? keys[0];
  return readers.map((reader) => {
    const { name, label } = reader;
    const field = EXPECTED_HEADER.exec(label)?.[1]?.toLowerCase();
    if (field !== undefined) return { name, label, kind: 'expected', field };
    return { name, label, kind: reader === key ? 'key' : reader.kind() };
  });
};

/** 53 bits. A column with two values of one hash is no key. */
const hashOf = (text: string): number => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ (b >>> 13);
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35) ^ (a >>> 16);
  return (b & 0x1fffff) * 2 ** 32 + (a >>> 0);
};
