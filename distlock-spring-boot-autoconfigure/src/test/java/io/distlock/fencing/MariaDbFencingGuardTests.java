package io.distlock.fencing;

/**
 * {@link FencingGuard} on MariaDB.
 */
class MariaDbFencingGuardTests extends AbstractFencingGuardTests {

	MariaDbFencingGuardTests() {
		super(GuardedDatabase.MARIADB);
	}

}
