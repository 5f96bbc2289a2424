// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Owners, which stores write into records beside other values.
 */
class LockOwnerTests {

	@ParameterizedTest
	@ValueSource(strings = { "a b", "a;b", "a@b", "a\n", "\u00fc", "\u0000", "a\u007f" })
	void ownerThatARecordCouldNotTellApartIsRefused(String id) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LockOwner(id)).withMessageContaining(id);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0123456789abcdefABCDEF-_:z", "!~", "1c9b7a52-31f2-44a5-8d0e-5d0d6b2b7a11" })
	void ownerIsShownAsItIs(String id) {
		assertThat(new LockOwner(id)).hasToString(id);
	}

}
