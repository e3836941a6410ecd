-- A new name is in composed letters, has a letter or digit (here: more than signs of ASCII and what shows nothing), looks
-- like no email address or UID, has no characters that show nothing, at most 4 accents on a letter, and no Cyrillic or Greek
-- beside Latin letters; for every role. What needs Unicode's tables of scripts and look-alikes is the server's alone. Existing
-- names stay.
create or replace function refuse_user_name() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.name ~ '[@\uFF20\uFE6B]' or new.name ~ '^[0-9 ]+$' then
    raise exception 'a name has no @ and is not digits only' using errcode = 'check_violation';
  end if;
  if new.name ~ '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFC]'
     or new.name ~ '(^|[!-~ ])[\u200C\u200D]' then
    raise exception 'a name has no characters that show nothing' using errcode = 'check_violation';
  end if;
  if new.name !~ '[^!-/:-@\[-`{-~ \u200C\u200D\uFE0F]' then
    raise exception 'a name has a letter or a digit' using errcode = 'check_violation';
  end if;
  if new.name is not nfc normalized or normalize(new.name, nfd) ~ '[\u0300-\u036F]{5}' then
    raise exception 'a name is in composed letters, with at most 4 accents on each' using errcode = 'check_violation';
  end if;
  if new.name ~ '[A-Za-z]' and new.name ~ '[\u0370-\u03FF\u0400-\u052F]' then
    raise exception 'a name has no Cyrillic or Greek beside Latin letters' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger users_name_given before insert on users
  for each row execute function refuse_user_name();
create or replace trigger users_name_changed before update on users
  for each row when (new.name is distinct from old.name) execute function refuse_user_name();
