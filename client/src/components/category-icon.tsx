import type { ReactNode } from 'react';
import type { Category } from '#shared/categories.ts';

interface Mark {
  /** The platform's own colour, which is also its logo's background. */
  colour: string;
  drawing: ReactNode;
}

const line = {
  fill: 'none',
  stroke: '#fff',
  strokeWidth: 1.9,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Simple drawings in white on the platform's colour, on a 24 × 24 grid. */
const marks: Record<Category, Mark> = {
  feature: {
    colour: '#b45309',
    drawing: <path fill="#fff" d="m12 5 2.1 4.5 4.9.6-3.6 3.400.9 4.9L12 16l-4.3 2.400.9-4.9L5 10.1l4.9-.6z" />,
  },
  facebook: {
    colour: '#0866ff',
    drawing: <path {...line} strokeWidth={2.4} d="M15.5 6.2h-1.3c-1.4 0-2.200.9-2.2 2.3V19M9 12h5.8" />,
  },
  instagram: {
    colour: '#d62976',
    drawing: (
      <>
        <rect {...line} x="5.5" y="5.5" width="13" height="13" rx="3.8" />
        <circle {...line} cx="12" cy="12" r="3" />
        <circle fill="#fff" cx="15.6" cy="8.4" r="1" />
      </>
    ),
  },
  youtube: {
    colour: '#e60012',
    drawing: (
      <>
        <rect {...line} x="4.8" y="7" width="14.4" height="10" rx="2.8" />
        <path fill="#fff" d="m10.6 9.7 4 2.3-4 2.3z" />
      </>
    ),
  },
  tiktok: {
    colour: '#161823',
    drawing: (
      <>
        <path {...line} stroke="#25f4ee" d="M12.3 6v8.9a2.6 2.6 0 1 1-2.6-2.6" transform="translate(-.7 .5)" />
        <path {...line} d="M12.9 5.8v9a2.7 2.7 0 1 1-2.7-2.7M12.9 5.8c.3 2.1 1.8 3.5 3.9 3.7" />
      </>
    ),
  },
  telegram: {
    colour: '#1c86c4',
    drawing: <path {...line} d="m18.5 6.5-13 5 4 1.5m9-6.5-2.4 11-6.6-4.5m9-6.5L9.5 13v4.6l2.3-2.7" />,
  },
  linkedin: {
    colour: '#0a66c2',
    drawing: (
      <>
        <path {...line} strokeWidth={2.3} d="M7 10.8V17M11 17v-6.2m0 3c0-1.9 1-3 2.7-3s2.6 1.1 2.6 3V17" />
        <circle fill="#fff" cx="7" cy="7.4" r="1.35" />
      </>
    ),
  },
  twitter: {
    colour: '#14171a',
    drawing: <path {...line} d="M6 6h2.8l9.2 12h-2.8zM17.5 6l-4.4 4.9M10.7 13.3 6.5 18" />,
  },
  whatsapp: {
    colour: '#128c4b',
    drawing: (
      <>
        <path {...line} d="m5.5 18.5 1-3.4A6.8 6.8 0 1 1 9 17.5z" />
        <path
          {...line}
          strokeWidth={1.7}
          d="M9.7 9.3c0 2.7 2.3 5 5 5l.6-1.5-1.6-.8-.8.7c-.9-.4-1.3-.8-1.7-1.7l.7-.8-.8-1.5z"
        />
      </>
    ),
  },
  snapchat: {
    colour: '#f5d90a',
    drawing: (
      <path
        {...line}
        stroke="#161616"
        strokeWidth={1.7}
        d="M12 5.5c2.2 0 3.5 1.5 3.5 3.7v1.6l1.7-.3c-.3 1.2-1 1.6-1.7 1.900.5 1.3 1.6 2.2 3 2.6-.4.9-1.5 1-2.5 1.1l-.4 1c-1.3-.3-2.300.9-3.600.9s-2.3-1.2-3.6-.9l-.4-1c-1-.1-2.1-.2-2.5-1.1 1.4-.4 2.5-1.3 3-2.6-.7-.3-1.4-.7-1.7-1.9l1.700.3V9.2c0-2.2 1.3-3.7 3.5-3.7z"
      />
    ),
  },
};

/** All ten, in the order of the tabs. Public pages import this list, because the schema's would load zod. */
export const shownCategories = Object.keys(marks) as Category[];

interface CategoryIconProps {
  /** The slug of a category: a kind has the icon of its top. */
  category: string;
  /** Edge length in pixels. */
  size?: number;
  /** Without a label it is decorative, next to the same text. */
  label?: string;
}

/** The mark of a category's platform; of another one, its first letter. */
function markOf(slug: string): Mark {
  const platform = firstTopOf(slug);
  if (platform) return marks[platform];
  const letter = slug.charAt(0).toUpperCase();
  return {
    colour: '#475569',
    drawing: (
      <text x="12" y="16.4" fill="#fff" fontSize="12" fontWeight="700" textAnchor="middle">
        {letter}
      </text>
    ),
  };
}

/** Which of the ten a category is or belongs to, by its slug. */
export function firstTopOf(slug: string): Category | undefined {
  const [first] = slug.split('-');
  return shownCategories.find((each) => each === first);
}

export function CategoryIcon({ category, size = 24, label }: CategoryIconProps) {
  const { colour, drawing } = markOf(category);
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} style={{ flexShrink: 0 }} {...naming}>
      <rect x=".5" y=".5" width="23" height="23" rx="6" fill={colour} stroke="#fff" strokeOpacity=".22" />
      {drawing}
    </svg>
  );
}
