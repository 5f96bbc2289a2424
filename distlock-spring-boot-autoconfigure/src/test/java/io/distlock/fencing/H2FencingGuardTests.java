package io.distlock.fencing;

/**
 * {@link FencingGuard} on H2.
 */
class H2FencingGuardTests extends AbstractFencingGuardTests {

	H2FencingGuardTests() {
		super(GuardedDatabase.H2);
	}

}
