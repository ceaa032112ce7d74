import { Fragment, type ReactElement, type ReactNode } from 'react';

declare const isOn: boolean;
declare const count: number;
declare const label: string;
declare const note: string | null;
declare const names: readonly string[];
declare const t: (text: string) => string;
type Elements = ReactElement | readonly Elements[] | false | null | undefined;
declare const Icon: () => ReactElement | null;
declare const Frame: (props: { children: ReactNode }) => ReactNode;
const Bare = () => t('text');

/** A fault has a comment in its line. */
export const SAMPLES = (children: ReactNode, elements: Elements) => [
  <p key={1}>{label}</p>,
  <p key={2}>{isOn ? t('On') : count}</p>,
  <p key={3}>{isOn && t('On')}</p>,
  <Frame key={4}>Text</Frame>,
  <p key={5}>
    {isOn && <Icon />}
    <span>{label}</span> <b>{count}</b> {elements}
    {label && <Icon />}
    {names.map((name) => (
      <i key={name}>{name}</i>
    ))}
  </p>,
  <p key={6} translate="no">
    {label}
    {isOn && <Icon />}
  </p>,
  <button type="button" key={7}>
    {isOn && <Icon />}
    {children /* fault */}
  </button>,
  <p key={8}>
    <Icon />
    {t('Label') /* fault */}
  </p>,
  <p key={9}>
    {isOn ? <Icon /> : <b>{label}</b>}
    {isOn ? 'One text' : null /* fault */}
  </p>,
  <p key={10}>
    {count /* fault */}
    <b>{label}</b>
  </p>,
  <p key={11}>
    Text {/* fault */}
    <b>{label}</b>
  </p>,
  <Frame key={12}>
    {isOn && <Icon />}
    {`${count} texts` /* fault */}
  </Frame>,
  <Fragment key={13}>{label /* fault */}</Fragment>,
  <p key={14}>
    <Bare /* fault */ />
  </p>,
  <p key={15}>{names /* fault */}</p>,
  <>
    {note /* fault */}
    <Icon />
  </>,
];
