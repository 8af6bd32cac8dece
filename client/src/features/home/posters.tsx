import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Own poster images for the shop's videos: an account, a balance, an order. They use the theme's colours. */
export const posters = [AccountPoster, BalancePoster, OrderPoster] as const;

const line = 'var(--c-colors-border-field)';
const ground = 'var(--c-colors-bg)';
const loud = 'var(--c-colors-brand-border)';
const soft = 'var(--c-colors-bg-emphasized)';

function Picture({ children }: { children: ReactNode }) {
  return (
    <chakra.svg viewBox="0 0 320 180" w="full" h="full" aria-hidden>
      {children}
    </chakra.svg>
  );
}

function AccountPoster() {
  return (
    <Picture>
      <rect x="90" y="22" width="140" height="136" rx="10" fill={ground} stroke={line} />
      <circle cx="160" cy="50" r="14" fill={soft} />
      <path d="M138 82a22 18 0 0 1 44 0z" fill={soft} />
      <rect x="106" y="96" width="108" height="14" rx="4" fill="none" stroke={line} />
      <rect x="106" y="116" width="108" height="14" rx="4" fill="none" stroke={line} />
      <rect x="106" y="138" width="108" height="12" rx="4" fill={loud} />
    </Picture>
  );
}

function BalancePoster() {
  return (
    <Picture>
      <rect x="56" y="20" width="86" height="146" rx="12" fill={ground} stroke={line} />
      <path d="M88 30h22" stroke={line} strokeWidth="3" strokeLinecap="round" />
      {[0, 1, 2, 3].map((row) => (
        <path
          key={row}
          d={`M70 ${56 + row * 24}h${row === 3 ? 30 : 58}`}
          stroke={soft}
          strokeWidth="9"
          strokeLinecap="round"
        />
      ))}
      <path d="M152 93h24m-8-8 8 8-8 8" fill="none" stroke={line} strokeWidth="3" strokeLinecap="round" />
      <rect x="190" y="58" width="92" height="66" rx="10" fill={ground} stroke={line} />
      <path d="M190 76h92" stroke={line} />
      <path d="M206 104h34" stroke={loud} strokeWidth="10" strokeLinecap="round" />
      <circle cx="266" cy="104" r="6" fill={loud} />
    </Picture>
  );
}

function OrderPoster() {
  return (
    <Picture>
      <rect x="44" y="24" width="232" height="132" rx="10" fill={ground} stroke={line} />
      {[138, 116, 88, 70, 44].map((top, at) => (
        <rect
          key={top}
          x={64 + at * 42}
          y={top - 4}
          width="26"
          height={148 - top}
          rx="4"
          fill={at === 4 ? loud : soft}
        />
      ))}
      <path
        d="m77 126 42-22 42-28 42-18 42-26"
        fill="none"
        stroke={line}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Picture>
  );
}
