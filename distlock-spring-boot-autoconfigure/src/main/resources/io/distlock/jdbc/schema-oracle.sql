create table DISTLOCK_LOCK (
	lock_key varchar2(200 char) not null primary key,
	owner varchar2(64 char),
	holder varchar2(100 char),
	token number(19) not null,
	expires_at number(19) not null,
	waiting_until number(19),
	updated_at number(19) not null
);
