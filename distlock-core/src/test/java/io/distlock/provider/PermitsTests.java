// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PermitsTests {

	@Test
	void numberIsNotNegative() {
		assertThat(new Permits(0, 0)).isEqualTo(Permits.NONE);
		assertThatIllegalArgumentException().isThrownBy(() -> new Permits(-1, 0))
			.withMessage("'number' must not be negative, but is -1");
	}

}
