import { styled } from 'styled-components';
import { plainButton } from '../mixins';
import { color, motion, radius, space } from '../tokens';

/** `contain` keeps the slides out of the width, which swiper computes from it: otherwise both grow without end. */
export const Region = styled.section`
  position: relative;
  width: 100%;
  min-width: 0;
  contain: inline-size;
`;

/** The rules of swiper's style sheet that this carousel needs. */
export const Window = styled.div`
  position: relative;
  overflow: hidden;
  touch-action: pan-y;
`;

export const Track = styled.div`
  display: flex;
  width: 100%;
  height: 100%;
  box-sizing: content-box;
  transition-property: transform;
  transform: translate3d(0, 0, 0);
`;

export const Slide = styled.div`
  position: relative;
  flex-shrink: 0;
  width: 100%;
  height: auto;
`;

export const Bar = styled.div`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  justify-content: center;
  padding-top: ${space(3)};
`;

export const Control = styled.button`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border: 1px solid ${color.edge};
  border-radius: ${radius.full};
  background: ${color.surface};
  color: ${color.ink};
  cursor: pointer;
  transition: background ${motion.fast};

  &:hover { background: ${color.primarySoft}; color: ${color.primary}; }
`;

export const Bullets = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
`;

/** A small mark with a large hit area. */
export const Bullet = styled.button`
  ${plainButton}
  display: grid;
  place-items: center;
  width: 28px;
  height: 44px;

  &::before {
    content: '';
    width: 11px;
    height: 11px;
    border: 1.5px solid ${color.edge};
    border-radius: 2px;
    transition: rotate ${motion.slow}, background ${motion.slow};
  }
  &:hover::before { border-color: ${color.primary}; }
  &[aria-current]::before { rotate: 45deg; border-color: ${color.primary}; background: ${color.primary}; }
`;
