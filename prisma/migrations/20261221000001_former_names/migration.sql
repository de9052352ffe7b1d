-- What people and organizations were called before, so that what happened then is shown with the name of that time.
CREATE TABLE "former_person_name" (
    "user_id" TEXT NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "former_person_name_pkey" PRIMARY KEY ("user_id", "until_at")
);
ALTER TABLE "former_person_name" ADD CONSTRAINT "former_person_name_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "former_org_name" (
    "org_id" TEXT NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "former_org_name_pkey" PRIMARY KEY ("org_id", "until_at")
);
ALTER TABLE "former_org_name" ADD CONSTRAINT "former_org_name_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The database keeps them, so that no way to rename can forget to. What the change itself writes down still has the
-- former name, so that ends a millisecond later. Of two changes in the same millisecond, the second replaces a name that
-- nothing was done under.
CREATE FUNCTION keep_former_person_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_person_name (user_id, until_at, name) VALUES (OLD.user_id, clock_timestamp()::timestamptz(3) + interval '1 millisecond', OLD.name)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER user_keeps_former_name AFTER UPDATE OF name ON "user"
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_former_person_name();

CREATE FUNCTION keep_former_org_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_org_name (org_id, until_at, name) VALUES (OLD.org_id, clock_timestamp()::timestamptz(3) + interval '1 millisecond', OLD.name)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER org_keeps_former_name AFTER UPDATE OF name ON org
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_former_org_name();
