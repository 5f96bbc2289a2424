// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.Set;

import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.junit.MissingToolsContract;

class MissingToolsTests extends MissingToolsContract {

	@Override
	protected Set<OptionalTool> tools() {
		return Set.of(OptionalTool.FAKETIME, OptionalTool.WAITAOF);
	}

}
