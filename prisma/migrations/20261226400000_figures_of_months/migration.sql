-- A transaction can't use a value that it adds, so the next migration counts the months.
ALTER TYPE "figure_span" ADD VALUE 'month' BEFORE 'ever';
