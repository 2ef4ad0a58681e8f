-- A check of this key reads all notes for each application that is deleted with its sandbox. Notes are written by who holds
-- the lock of the application.
alter table note drop constraint note_application_id_fkey;
