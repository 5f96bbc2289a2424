// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * A connection that does not show the driver's own, as behind some pools.
 */
final class WithoutDriver {

	private WithoutDriver() {
	}

	static Connection of(Connection target) {
		return (Connection) Proxy.newProxyInstance(WithoutDriver.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("isWrapperFor")) {
						return false;
					}
					try {
						return method.invoke(target, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

}
