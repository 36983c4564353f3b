    /** What a driver is told that was compiled before: the calls of its methods, in three parts. */
    private static final String script = System.getProperty("@SCRIPT@");

    private static DataInputStream call;

    private static void build() throws Throwable {
        follow(part(0));
        call = part(1);
    }

    private static void call() throws Throwable {
        follow(call);
    }

    private static void schedule() throws Throwable {
        follow(part(2));
    }

    private static DataInputStream part(int number) throws IOException {
        try (DataInputStream file = new DataInputStream(new FileInputStream(script))) {
            for (int i = 0; i < number; i++) {
                file.skipNBytes(file.readInt());
            }
            return new DataInputStream(new ByteArrayInputStream(file.readNBytes(file.readInt())));
        }
    }

    private static void follow(DataInputStream part) throws Throwable {
        Method[] methods = @NAME@.class.getDeclaredMethods();
        while (part.available() > 0) {
            String name = readText(part);
            Method called = null;
            for (Method method : methods) {
                called = method.getName().equals(name) ? method : called;
            }
            Class<?>[] types = called.getParameterTypes();
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                arguments[i] = readArgument(part, types[i]);
            }
            try {
                called.invoke(null, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }
    }

    private static Object readArgument(DataInputStream part, Class<?> type) throws IOException {
        if (type == int.class) {
            return part.readInt();
        } else if (type == String.class) {
            return readText(part);
        } else if (type == Object.class) {
            return readValue(part);
        }
        Object[] list = (Object[]) Array.newInstance(type.getComponentType(), part.readInt());
        for (int i = 0; i < list.length; i++) {
            list[i] = readArgument(part, type.getComponentType());
        }
        return list;
    }

    private static String readText(DataInputStream part) throws IOException {
        char[] units = new char[part.readInt()];
        for (int i = 0; i < units.length; i++) {
            units[i] = part.readChar();
        }
        return new String(units);
    }

    private static Object readValue(DataInputStream part) throws IOException {
        char kind = (char) part.readByte();
        switch (kind) {
            case 'Z': return part.readBoolean();
            case 'B': return part.readByte();
            case 'C': return part.readChar();
            case 'S': return part.readShort();
            case 'I': return part.readInt();
            case 'J': return part.readLong();
            case 'F': return part.readFloat();
            case 'D': return part.readDouble();
            case 'N': return null;
            case 'R': return heap[part.readInt()];
            default: throw new IOException("a value of kind " + kind);
        }
    }
